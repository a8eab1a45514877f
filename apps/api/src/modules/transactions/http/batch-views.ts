import { ApiError, type ErrorDetails } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import type { OutboxEvent } from '../../../platform/outbox/index.js';
import type { UnresolvedReference } from '../domain/party-references.js';
import type { BatchError, BatchJob, BatchReport } from '../domain/transaction-batch.js';
import type { BatchedTransaction, BatchResult } from '../use-cases/carry-out-batch.js';
import type { UnreadableRow } from '../use-cases/read-uploads.js';
import type { StartedBatch } from '../use-cases/transaction-batches.js';
import type { BatchFailuresDto, BatchJobDto, RunningBatchDto, TransactionBatchDto } from './transaction-batch.dto.js';

/** A batch that goes on after the answer, or waits for its turn. */
export const startedView = (
  { id, queue }: StartedBatch,
  totalItems: number,
  unreadable: readonly UnreadableRow[] = [],
): RunningBatchDto => ({
  success: true,
  jobId: id,
  kind: 'transaction_batch',
  status: queue ? 'queued' : 'running',
  totalItems,
  ...(queue && {
    code: 'QUEUED_WAITING_SLOT' as const,
    queue: { globalSlots: limits.batchSlots, ...queue, waitingForOrgJob: false },
  }),
  ...(unreadable.length > 0 && {
    preflightFailures: unreadable.map((row) => ({ ...row, code: 'VALIDATION_ERROR' })),
  }),
  message: queue
    ? 'The payments wait until those of other organizations are stored; the job says when'
    : 'The payments are being stored; the job says how far',
});

/** What became of a batch. `isUndone`: where one payment cannot be stored, none is. */
export function doneView(
  jobId: string,
  { counts, created, errors }: BatchResult,
  { total, isUndone, processingTime }: { total: number; isUndone: boolean; processingTime: number },
): TransactionBatchDto {
  const { succeeded, skipped, failed } = counts;
  if (isUndone) refuseReferences(errors);
  const decisions: Record<string, number> = {};
  for (const { transaction } of created) {
    const decision = transaction.last?.decision;
    if (decision !== undefined) decisions[decision] = (decisions[decision] ?? 0) + 1;
  }
  return {
    success: failed === 0,
    jobId,
    created: succeeded,
    skipped,
    failed,
    transactions: created.map(createdView),
    errors: errors.map(errorView),
    processingTime,
    summary: { total, decisions },
  };
}

/** Under strict linking, references that lead nowhere are an error of the request, as they are of a payment alone. */
function refuseReferences(errors: readonly BatchError[]): void {
  const unresolved = errors.filter(({ code }) => code === 'INVALID_ENTITY_REFERENCES');
  if (unresolved.length === 0) return;
  const details = unresolved.flatMap(({ index, details: references }) =>
    (references as readonly object[]).map((reference) => ({ index, ...reference })),
  );
  throw new ApiError(
    'INVALID_ENTITY_REFERENCES',
    'No payment was stored: some name entities that do not exist',
    details as unknown as ErrorDetails, // the one code whose details are a list
  );
}

const createdView = ({ index, transaction }: BatchedTransaction): TransactionBatchDto['transactions'][number] => ({
  index,
  id: transaction.id,
  externalId: transaction.externalId,
  status: transaction.status,
  decision: transaction.last?.decision ?? null,
  riskScore: transaction.last?.riskScore ?? null,
  flagged: transaction.flagged,
  lastEvaluationId: transaction.last?.evaluationId ?? null,
  ruleSetVersion: transaction.last?.ruleSetVersion ?? null,
});

const errorView = ({ details, ...error }: BatchError): TransactionBatchDto['errors'][number] => ({
  ...error,
  ...(details !== undefined && { details: details as object }),
});

/** A failure of the whole job; null: it has none. */
function failureOf({ status, workerError }: BatchJob): BatchJobDto['job']['jobFailure'] | null {
  if (workerError !== null) return { code: 'WORKER_ERROR', message: workerError };
  if (status !== 'failed') return null;
  return { code: 'ROLLED_BACK', message: 'A payment could not be stored, and so none was' };
}

export function jobView(job: BatchJob): BatchJobDto['job'] {
  const { id, organizationId: _own, options, isCancelled, isPaused, ...shown } = job;
  const { errorHandling: batchErrorHandling, ...asked } = options;
  const isLive = job.status === 'queued' || job.status === 'running';
  const jobFailure = failureOf(job);
  return {
    jobId: id,
    ...shown,
    metadata: {
      ...asked,
      batchErrorHandling,
      ...(job.status === 'queued' && { queueWaitReason: 'global_slot' }),
      ...(isLive && isPaused && { paused: true }),
      ...(isLive && isCancelled && { batchCancelRequested: true }),
    },
    ...(jobFailure && { jobFailure }),
  };
}

/** What whoever watches a batch is sent (shapes 21): how far it is, or that it has ended. */
export const batchEvent = (job: BatchJob, now: Date): OutboxEvent => ({
  organizationId: job.organizationId,
  event: job.completedAt ? 'batch-job:finished' : 'batch-job:progress',
  payload: { organizationId: job.organizationId, timestamp: now.toISOString(), ...jobView(job) },
});

export const failuresView = (job: BatchReport): BatchFailuresDto => {
  const { id, kind, status, totalItems, succeeded, failed, skipped, errors } = job;
  return {
    success: true,
    jobId: id,
    ...{ kind, status, totalItems, succeeded, failed, skipped },
    failures: errors.map(failedPayment),
    truncated: errors.length < failed,
    failuresTotal: failed,
  };
};

/** Of the references that lead nowhere, the first. */
function failedPayment({
  index,
  externalId,
  code,
  message,
  details,
}: BatchError): BatchFailuresDto['failures'][number] {
  const [reference] = code === 'INVALID_ENTITY_REFERENCES' ? (details as readonly UnresolvedReference[]) : [];
  return { index, externalId, code, message, ...reference };
}
