import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { decisions, transactionStatuses } from '@tamis/library';

import { BatchReportDto } from '../../batch-jobs/index.js';

class BatchedTransactionDto {
  @ApiProperty({ description: 'Its position in the batch, starting at 0' }) index!: number;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() externalId!: string;
  @ApiProperty({ enum: transactionStatuses, enumName: 'TransactionStatus' }) status!: string;
  @ApiProperty({ enum: decisions, enumName: 'Decision', nullable: true, description: 'Null where no rules ran' })
  decision!: string | null;
  @ApiProperty({ type: Number, nullable: true }) riskScore!: number | null;
  @ApiProperty() flagged!: boolean;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) lastEvaluationId!: string | null;
  @ApiProperty({ type: String, nullable: true }) ruleSetVersion!: string | null;
}

class BatchErrorDto {
  @ApiProperty({ description: 'Its position in the batch, starting at 0' }) index!: number;
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
  @ApiProperty({ example: 'VALIDATION_ERROR' }) code!: string;
  @ApiProperty() message!: string;
  @ApiPropertyOptional({
    oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }],
    description: 'The response that the payment would have had on its own',
  })
  details?: object;
}

class BatchSummaryDto {
  @ApiProperty() total!: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Number of payments by decision',
  })
  decisions!: Readonly<Record<string, number>>;
}

/** Response for a completed batch. */
export class TransactionBatchDto {
  @ApiProperty({ enum: [true], description: 'The batch was processed; `failed` and `errors` say what was not stored' })
  success!: true;
  @ApiProperty({ format: 'uuid' }) jobId!: string;
  @ApiProperty() created!: number;
  @ApiProperty() skipped!: number;
  @ApiProperty() failed!: number;
  @ApiProperty({ type: [BatchedTransactionDto], description: 'The stored payments' })
  transactions!: readonly BatchedTransactionDto[];
  @ApiProperty({ type: [BatchErrorDto], description: 'The first ten thousand' }) errors!: readonly BatchErrorDto[];
  @ApiProperty({ description: 'Milliseconds' }) processingTime!: number;
  @ApiProperty() summary!: BatchSummaryDto;
}

class BatchFailureDto {
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
  @ApiProperty({ example: 'VALIDATION_ERROR' }) code!: string;
  @ApiProperty() message!: string;
  @ApiProperty({ description: 'Its position in the batch, starting at 0' }) index!: number;
  @ApiPropertyOptional({ enum: ['origin', 'destination'], description: 'For a reference to an unknown entity' })
  role?: string;
  @ApiPropertyOptional({ enum: ['entityId', 'externalId', 'taxId'] }) identifierType?: string;
  @ApiPropertyOptional() value?: string;
}

/** Payments of a job that were not stored. */
export class BatchFailuresDto extends BatchReportDto {
  @ApiProperty({ type: [BatchFailureDto] }) failures!: readonly BatchFailureDto[];
}
