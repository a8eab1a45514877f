import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { decisions, transactionStatuses } from '@tamis/library';

const instant = { type: String, format: 'date-time' } as const;

class BatchedTransactionDto {
  @ApiProperty({ description: 'Its place in the batch, from 0' }) index!: number;
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
  @ApiProperty({ description: 'Its place in the batch, from 0' }) index!: number;
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
  @ApiProperty({ example: 'VALIDATION_ERROR' }) code!: string;
  @ApiProperty() message!: string;
  @ApiPropertyOptional({ description: 'As the payment alone would have been answered' }) details?: object;
}

class BatchSummaryDto {
  @ApiProperty() total!: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'How many payments came to which decision',
  })
  decisions!: Readonly<Record<string, number>>;
}

/** A batch that is done. */
export class TransactionBatchDto {
  @ApiProperty({ description: 'Whether no payment failed' }) success!: boolean;
  @ApiProperty({ format: 'uuid' }) jobId!: string;
  @ApiProperty() created!: number;
  @ApiProperty() skipped!: number;
  @ApiProperty() failed!: number;
  @ApiProperty({ type: [BatchedTransactionDto], description: 'Those that were stored' })
  transactions!: readonly BatchedTransactionDto[];
  @ApiProperty({ type: [BatchErrorDto], description: 'The first thousand' }) errors!: readonly BatchErrorDto[];
  @ApiProperty({ description: 'Milliseconds' }) processingTime!: number;
  @ApiProperty() summary!: BatchSummaryDto;
}

/** A batch that goes on after the answer. */
export class RunningBatchDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) jobId!: string;
  @ApiProperty({ enum: ['running'] }) status!: 'running';
  @ApiProperty() message!: string;
}

class JobFailureDto {
  @ApiProperty({ example: 'WORKER_ERROR' }) code!: string;
  @ApiProperty() message!: string;
}

class BatchJobRecordDto {
  @ApiProperty({ format: 'uuid' }) jobId!: string;
  @ApiProperty({ enum: ['transaction_batch'] }) kind!: string;
  @ApiProperty({ enum: ['running', 'completed', 'failed'] }) status!: string;
  @ApiProperty() totalItems!: number;
  @ApiProperty() succeeded!: number;
  @ApiProperty() failed!: number;
  @ApiProperty() skipped!: number;
  @ApiProperty({ ...instant, nullable: true }) heartbeatAt!: Date | null;
  @ApiProperty({ ...instant, nullable: true }) leaseExpiresAt!: Date | null;
  @ApiProperty({ type: String, nullable: true }) workerError!: string | null;
  @ApiProperty(instant) createdAt!: Date;
  @ApiProperty({ ...instant, nullable: true }) completedAt!: Date | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) metadata!: object | null;
  @ApiPropertyOptional({ type: JobFailureDto, description: 'When the whole job failed' }) jobFailure?: JobFailureDto;
}

export class BatchJobDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() job!: BatchJobRecordDto;
  @ApiPropertyOptional({ type: [BatchErrorDto], description: 'With `include=failures`: the first thousand' })
  failures?: readonly BatchErrorDto[];
  @ApiPropertyOptional({ description: 'With `include=failures`' }) failuresTotal?: number;
}
