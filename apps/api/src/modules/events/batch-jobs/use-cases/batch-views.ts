import { limits } from '../../../../platform/limits.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import { type BatchJob, batchNouns, type BatchQueue, type BatchReport, type BatchStatus } from '../domain/batch-job.js';
import type { StartedUpload } from './batch-uploads.js';
import type { BatchJobDto, BatchReportDto, RunningBatchDto } from '../dto/batch-job.dto.js';

/** Returns the view of a batch that continues after the response, or waits in the queue. */
export function startedView({
  started: { id, kind, queue },
  totalItems,
  failures = [],
}: Pick<StartedUpload, 'started' | 'totalItems'> & Partial<StartedUpload>): RunningBatchDto {
  const { many } = batchNouns[kind];
  return {
    success: true,
    jobId: id,
    kind,
    status: queue ? 'queued' : 'running',
    totalItems,
    ...(queue && {
      code: queue.waitsForOrgJob ? ('QUEUED_WAITING_PREVIOUS_JOB' as const) : ('QUEUED_WAITING_SLOT' as const),
      queue: queueView(queue),
    }),
    ...(failures.length > 0 && {
      preflightFailures: failures.map(({ index, externalId, code, message }) => ({
        rowKey: externalId ?? String(index),
        ...{ code, message },
      })),
    }),
    message: queue
      ? `The ${many} wait until ${queue.waitsForOrgJob ? 'another job of the organization has ended' : 'those of other organizations are stored'}; the job says when`
      : `The ${many} are being stored; the job shows the progress`,
  };
}

const queueView = ({ running, waitingAhead, waitsForOrgJob }: BatchQueue): RunningBatchDto['queue'] => ({
  globalSlots: limits.batchSlots,
  running,
  waitingAhead,
  waitingForOrgJob: waitsForOrgJob,
});

/** Returns the failure of the job as a whole, or `null` if there is none. */
function jobFailureOf({ kind, status, workerError }: BatchJob): BatchJobDto['job']['jobFailure'] | null {
  if (workerError !== null) return { code: 'WORKER_ERROR', message: workerError };
  if (status !== 'failed') return null;
  return { code: 'ROLLED_BACK', message: `One of the ${batchNouns[kind].many} could not be stored, so none was` };
}

export function jobView(job: BatchJob): BatchJobDto['job'] {
  const { id, organizationId: _own, options, isCancelled, isPaused, waitsForOrgJob, ruleSetVersions, ...shown } = job;
  // Report recipients are left out: one follower of a job must not see the others.
  const { errorHandling: batchErrorHandling, report: _recipients, ...asked } = options;
  const isLive = job.status === 'queued' || job.status === 'running';
  const jobFailure = jobFailureOf(job);
  return {
    jobId: id,
    ...shown,
    metadata: {
      ...asked,
      batchErrorHandling,
      ...(ruleSetVersions.length > 0 && { ruleSetVersions }),
      ...(job.status === 'queued' && { queueWaitReason: waitsForOrgJob ? 'previous_job' : 'global_slot' }),
      ...(isLive && isPaused && { paused: true }),
      ...(isLive && isCancelled && { batchCancelRequested: true }),
    },
    ...(jobFailure && { jobFailure }),
  };
}

/** Webhook event sent when a batch has ended, by its final status. */
const endEvents: Readonly<Partial<Record<BatchStatus, string>>> = {
  completed: 'batch.job_completed',
  failed: 'batch.job_failed',
  interrupted: 'batch.job_failed',
  cancelled: 'batch.job_cancelled',
};

/**
 * Returns the events for subscribers of a batch (shapes 21): its progress, or that it has ended. When it has ended, webhooks are also
 * notified.
 */
export function batchEvents(job: BatchJob, now: Date): readonly OutboxEvent[] {
  const { organizationId, status, completedAt } = job;
  const record = jobView(job);
  const watched = completedAt ? 'batch-job:finished' : 'batch-job:progress';
  const end = endEvents[status];
  return [
    { organizationId, event: watched, payload: { organizationId, timestamp: now.toISOString(), ...record } },
    ...(end === undefined ? [] : [{ organizationId, event: end, payload: record }]),
  ];
}

/** Returns the report of failures with the totals of its job. `failures` are given in the format of the batch kind. */
export const reportView = <Failure>(
  job: BatchReport,
  failures: readonly Failure[],
): BatchReportDto & { readonly failures: readonly Failure[] } => {
  const { id, kind, status, totalItems, succeeded, failed, skipped, errors } = job;
  return {
    success: true,
    jobId: id,
    ...{ kind, status, totalItems, succeeded, failed, skipped },
    failures,
    truncated: errors.length < failed,
    failuresTotal: failed,
  };
};
