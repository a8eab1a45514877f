import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { transactionReasons, transactionStatuses } from '@tamis/library';

import { Pagination } from '../../../../platform/http/index.js';
import { RulesExecutionSummaryDto, RulesResultDto } from '../../../decisions/evaluations/index.js';
import { TransactionItemDto, TransactionRecordDto } from './transaction-record.dto.js';

const object = { type: 'object', additionalProperties: true } as const;
const statusEnum = { enum: transactionStatuses, enumName: 'TransactionStatus' };

/** The evaluation part of a response. */
class TransactionRunDto {
  @ApiPropertyOptional({
    type: RulesResultDto,
    description: 'Decision, scores and alerts; absent if no rules were evaluated',
  })
  rulesResult?: object;
  @ApiPropertyOptional({
    type: RulesExecutionSummaryDto,
    description: 'Every evaluated rule and the results of its actions',
  })
  rulesExecutionSummary?: object;
}

export class CreatedTransactionDto extends TransactionRunDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: TransactionRecordDto }) transaction!: object;
  @ApiProperty() requestId!: string;
}

class PersistedDto {
  @ApiPropertyOptional({ type: RulesExecutionSummaryDto, description: 'Of the last evaluation, if requested' })
  rulesExecutionSummary?: object;
}

export class TransactionDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: TransactionRecordDto }) transaction!: object;
  @ApiProperty() persisted!: PersistedDto;
  @ApiProperty({ example: 'USD' }) baseCurrency!: string;
}

export class TransactionListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [TransactionItemDto] }) transactions!: readonly object[];
  @ApiProperty({ type: Pagination }) pagination!: Pagination;
}

class PatchedFieldsDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() externalId!: string;
  @ApiProperty({ type: String, nullable: true }) channel!: string | null;
  @ApiProperty({ enum: transactionReasons, enumName: 'TransactionReason' }) reason!: string;
  @ApiProperty(object) metadata!: object;
  @ApiProperty({ ...object, nullable: true }) deviceDetails!: object | null;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;
}

export class PatchedTransactionDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() transaction!: PatchedFieldsDto;
  @ApiPropertyOptional({ type: RulesExecutionSummaryDto, description: 'If rules were to be evaluated' })
  rulesExecutionSummary?: object;
}

class StatusChangedDto {
  @ApiProperty(statusEnum) from!: string;
  @ApiProperty(statusEnum) to!: string;
  @ApiProperty({ format: 'date-time' }) changedAt!: string;
}

export class ChangedStatusDto extends TransactionRunDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: TransactionRecordDto }) transaction!: object;
  @ApiProperty({ description: 'Fields changed by the caller; rules may have changed more' })
  statusChanged!: StatusChangedDto;
}
