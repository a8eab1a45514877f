import { type AuditEntry, creationChanges } from '../../../../platform/audit/index.js';
import { type BatchJob, type BatchKind, batchNouns, type BatchOptions } from './batch-job.js';

/** What somebody does with a batch, as the trail calls it. */
export type AuditedBatchAction = 'created' | 'paused' | 'resumed' | 'cancel_requested' | 'payload_read';

const actionWords: Readonly<Record<AuditedBatchAction, string>> = {
  created: 'accepted',
  paused: 'told to wait',
  resumed: 'told to go on',
  cancel_requested: 'told to end',
  payload_read: 'read as it was sent',
};

/** Where a batch is in the trail. */
const entryOf = (
  { id, kind, totalItems }: Pick<BatchJob, 'id' | 'kind' | 'totalItems'>,
  event: string,
  words: string,
): AuditEntry => ({
  event,
  resourceType: 'batch_job',
  resourceId: id,
  summary: `batch of ${totalItems} ${totalItems === 1 ? batchNouns[kind].one : batchNouns[kind].many} ${words}`,
  relatedIds: { jobId: id },
});

/** What somebody did with a batch. */
export const batchActionEntry = (
  job: Pick<BatchJob, 'id' | 'kind' | 'totalItems'>,
  action: AuditedBatchAction,
): AuditEntry => entryOf(job, `batch_job_${action}`, actionWords[action]);

/** A batch as it was accepted: what is to become of its rows, and where they came from. */
export const batchCreatedEntry = (batch: {
  readonly id: string;
  readonly kind: BatchKind;
  readonly totalItems: number;
  readonly options: BatchOptions;
}): AuditEntry => ({
  ...batchActionEntry(batch, 'created'),
  changes: creationChanges({
    kind: batch.kind,
    totalItems: batch.totalItems,
    batchErrorHandling: batch.options.errorHandling,
    sources: batch.options.sources?.map(({ name }) => name) ?? null,
  }),
});

/** How a batch ended. */
export const batchEndedEntry = (job: BatchJob): AuditEntry => ({
  ...entryOf(job, `batch_job_${job.status}`, `ended: ${job.status}`),
  changes: creationChanges({ succeeded: job.succeeded, failed: job.failed, skipped: job.skipped }),
});
