import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { decisions, transactionStatuses } from '@tamis/library';

import { Pagination } from '../../../platform/http/index.js';
import { batchStatuses } from '../domain/transaction-batch.js';
import { batchKinds } from './transaction-batch.bodies.js';

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
  @ApiPropertyOptional({
    oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }],
    description: 'As the payment alone would have been answered',
  })
  details?: object;
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
  @ApiProperty({ type: [BatchErrorDto], description: 'The first ten thousand' }) errors!: readonly BatchErrorDto[];
  @ApiProperty({ description: 'Milliseconds' }) processingTime!: number;
  @ApiProperty() summary!: BatchSummaryDto;
}

class BatchQueueDto {
  @ApiProperty({ description: 'Organizations whose batches of this kind are carried out at the same time' })
  globalSlots!: number;
  @ApiProperty({ description: 'Those that are carried out' }) running!: number;
  @ApiProperty({ description: 'Those that wait before this one' }) waitingAhead!: number;
  @ApiProperty({ description: 'Whether it waits for another job of the organization' }) waitingForOrgJob!: boolean;
}

const statusEnum = { enum: batchStatuses, enumName: 'BatchStatus' } as const;
const kindEnum = { enum: batchKinds, enumName: 'BatchKind' } as const;

class PreflightFailureDto {
  @ApiProperty({ description: 'The external id of the row, or its place in the batch' }) rowKey!: string;
  @ApiProperty({ enum: ['VALIDATION_ERROR'] }) code!: string;
  @ApiProperty() message!: string;
}

/** A batch that goes on after the answer. */
export class RunningBatchDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) jobId!: string;
  @ApiProperty(kindEnum) kind!: string;
  @ApiProperty({ enum: ['queued', 'running'] }) status!: 'queued' | 'running';
  @ApiProperty() totalItems!: number;
  @ApiPropertyOptional({ enum: ['QUEUED_WAITING_SLOT'], description: 'Why it waits' }) code?: 'QUEUED_WAITING_SLOT';
  @ApiPropertyOptional({ type: BatchQueueDto, description: 'What it waits for' }) queue?: BatchQueueDto;
  @ApiPropertyOptional({ type: [PreflightFailureDto], description: 'The first rows of files that cannot be read' })
  preflightFailures?: readonly PreflightFailureDto[];
  @ApiProperty() message!: string;
}

class JobFailureDto {
  @ApiProperty({ enum: ['WORKER_ERROR', 'ROLLED_BACK'] }) code!: string;
  @ApiProperty() message!: string;
}

class BatchCountsDto {
  @ApiProperty({ format: 'uuid' }) jobId!: string;
  @ApiProperty(kindEnum) kind!: string;
  @ApiProperty(statusEnum) status!: string;
  @ApiProperty() totalItems!: number;
  @ApiProperty() succeeded!: number;
  @ApiProperty() failed!: number;
  @ApiProperty() skipped!: number;
}

class BatchJobRecordDto extends BatchCountsDto {
  @ApiProperty({ ...instant, nullable: true }) heartbeatAt!: Date | null;
  @ApiProperty({ ...instant, nullable: true }) leaseExpiresAt!: Date | null;
  @ApiProperty({ type: String, nullable: true }) workerError!: string | null;
  @ApiProperty(instant) createdAt!: Date;
  @ApiProperty({ ...instant, nullable: true }) completedAt!: Date | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) metadata!: object | null;
  @ApiPropertyOptional({ type: JobFailureDto, description: 'When the whole job failed' }) jobFailure?: JobFailureDto;
}

/** Jobs of the organization. */
export class BatchJobListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [BatchJobRecordDto] }) jobs!: readonly BatchJobRecordDto[];
  @ApiProperty() pagination!: Pagination;
}

export class BatchJobDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() job!: BatchJobRecordDto;
}

class BatchFailureDto {
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
  @ApiProperty({ example: 'VALIDATION_ERROR' }) code!: string;
  @ApiProperty() message!: string;
  @ApiProperty({ description: 'Its place in the batch, from 0' }) index!: number;
  @ApiPropertyOptional({ enum: ['origin', 'destination'], description: 'Of a reference that leads to no entity' })
  role?: string;
  @ApiPropertyOptional({ enum: ['entityId', 'externalId', 'taxId'] }) identifierType?: string;
  @ApiPropertyOptional() value?: string;
}

/** The payments of a job that were not stored. */
export class BatchFailuresDto extends BatchCountsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [BatchFailureDto] }) failures!: readonly BatchFailureDto[];
  @ApiProperty({ description: 'Whether there are more than are told of' }) truncated!: boolean;
  @ApiProperty() failuresTotal!: number;
}
