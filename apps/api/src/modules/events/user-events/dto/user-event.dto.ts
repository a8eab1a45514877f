import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { decisions, userEventTypes } from '@tamis/library';
import { Pagination } from '../../../../platform/http/index.js';
import { RulesExecutionSummaryDto, RulesResultDto } from '../../../decisions/evaluations/index.js';
import { BatchReportDto } from '../../batch-jobs/index.js';

class UserEventFailureDto {
  @ApiProperty({ description: 'The external id of the row, or its position in the batch, starting at 0' })
  rowKey!: string;
  @ApiProperty({ example: 'ENTITY_NOT_FOUND' }) code!: string;
  @ApiProperty() message!: string;
}

/** User events of a job that were not stored. */
export class UserEventFailuresDto extends BatchReportDto {
  @ApiProperty({ type: [UserEventFailureDto] }) failures!: readonly UserEventFailureDto[];
}

const text = { type: String, nullable: true } as const;
const flag = { type: Boolean, nullable: true } as const;
const time = { type: String, format: 'date-time' } as const;
const free = { type: 'object', additionalProperties: true } as const;

/** A user event. */
export class UserEventDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty(text) externalId!: string | null;
  @ApiProperty({ enum: userEventTypes, enumName: 'UserEventType' }) eventType!: string;
  @ApiProperty() userId!: string;
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty(text) entityExternalId!: string | null;
  @ApiProperty(text) taxId!: string | null;
  @ApiProperty(time) timestamp!: Date;
  @ApiProperty({ ...text, format: 'date' }) eventDate!: string | null;
  @ApiProperty(text) deviceId!: string | null;
  @ApiProperty(text) ipAddress!: string | null;
  @ApiProperty(text) country!: string | null;
  @ApiProperty(flag) isVpn!: boolean | null;
  @ApiProperty(flag) isProxy!: boolean | null;
  @ApiProperty(flag) isNewDevice!: boolean | null;
  @ApiProperty({ type: Number, nullable: true }) failedAttemptsCount!: number | null;
  @ApiProperty(text) destinationAccountId!: string | null;
  @ApiProperty(text) destinationCuit!: string | null;
  @ApiProperty(text) previousValue!: string | null;
  @ApiProperty(text) userAgent!: string | null;
  @ApiProperty({ ...free, nullable: true }) deviceDetails!: object | null;
  @ApiProperty({ ...free, nullable: true }) metadata!: object | null;
  @ApiProperty({ type: Number, nullable: true, description: 'of the last evaluation' }) riskScore!: number | null;
  @ApiProperty({ enum: decisions, enumName: 'Decision', nullable: true }) decision!: string | null;
  @ApiProperty({ ...text, format: 'uuid' }) lastEvaluationId!: string | null;
  @ApiProperty(text) ruleSetVersion!: string | null;
  @ApiProperty({ ...time, nullable: true }) lastRiskEvaluationAt!: Date | null;
  @ApiProperty({ ...text, format: 'uuid', description: 'The batch that it belongs to' }) batchJobId!: string | null;
  @ApiProperty(time) createdAt!: Date;
}

class EventEntityDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'whether the event created it' }) wasCreated!: boolean;
}

export class CreatedUserEventDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() event!: UserEventDto;
  @ApiProperty() entity!: EventEntityDto;
  @ApiPropertyOptional({
    type: RulesResultDto,
    description: 'Decision, scores and alerts; absent where no rules were to be run',
  })
  rulesResult?: object;
  @ApiPropertyOptional({
    type: RulesExecutionSummaryDto,
    description: 'Every evaluated rule and the results of its actions',
  })
  rulesExecutionSummary?: object;
}

export class UserEventAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() event!: UserEventDto;
}

export class UserEventListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [UserEventDto] }) events!: UserEventDto[];
  @ApiProperty() pagination!: Pagination;
}
