import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import { batchKinds, batchStatuses } from '../domain/batch-job.js';

const instant = { type: String, format: 'date-time' } as const;

class BatchQueueDto {
  @ApiProperty({ description: 'Organizations whose batches of this kind are processed at the same time' })
  globalSlots!: number;
  @ApiProperty({ description: 'Batches in progress' }) running!: number;
  @ApiProperty({ description: 'Batches that are processed before this one' }) waitingAhead!: number;
  @ApiProperty({ description: 'Whether it waits for another job of the organization' }) waitingForOrgJob!: boolean;
}

const statusEnum = { enum: batchStatuses, enumName: 'BatchStatus' } as const;
const kindEnum = { enum: batchKinds, enumName: 'BatchKind' } as const;

class PreflightFailureDto {
  @ApiProperty({ description: 'The external id of the row, or its position in the batch' }) rowKey!: string;
  @ApiProperty({ enum: ['VALIDATION_ERROR', 'INVALID_TAX_ID'] }) code!: string;
  @ApiProperty() message!: string;
}

const queueCodes = ['QUEUED_WAITING_SLOT', 'QUEUED_WAITING_PREVIOUS_JOB'] as const;

/** Response for a batch that continues after it. */
export class RunningBatchDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) jobId!: string;
  @ApiProperty(kindEnum) kind!: string;
  @ApiProperty({ enum: ['queued', 'running'] }) status!: 'queued' | 'running';
  @ApiProperty() totalItems!: number;
  @ApiPropertyOptional({ enum: queueCodes, enumName: 'BatchQueueCode', description: 'Why it waits' })
  code?: (typeof queueCodes)[number];
  @ApiPropertyOptional({ type: BatchQueueDto, description: 'What it waits for' }) queue?: BatchQueueDto;
  @ApiPropertyOptional({
    type: [PreflightFailureDto],
    description:
      'The first rows of files that cannot be stored: among all rows, those that cannot be read; among the first 2,000, those that are invalid',
  })
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
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description:
      'The requested options; `ruleSetVersions`: the rule sets that decided on its rows, in order, the newest 100',
  })
  metadata!: object | null;
  @ApiPropertyOptional({ type: JobFailureDto, description: 'If the whole job failed' }) jobFailure?: JobFailureDto;
}

/** Batch jobs of the organization. */
export class BatchJobListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [BatchJobRecordDto] }) jobs!: readonly BatchJobRecordDto[];
  @ApiProperty() pagination!: Pagination;
}

export class BatchJobDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() job!: BatchJobRecordDto;
}

/** Base of the report on a job. Each kind adds its own list of rows that were not stored. */
export class BatchReportDto extends BatchCountsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Whether there are more than are listed' }) truncated!: boolean;
  @ApiProperty() failuresTotal!: number;
}
