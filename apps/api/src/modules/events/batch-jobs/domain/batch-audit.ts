import { type AuditEntry, creationChanges } from '../../../../platform/audit/index.js';
import { type BatchJob, type BatchKind, batchNouns, type BatchOptions } from './batch-job.js';

/** User actions on a batch, as named in the audit trail. */
export type AuditedBatchAction = 'created' | 'paused' | 'resumed' | 'cancel_requested' | 'payload_read';

const actionWords: Readonly<Record<AuditedBatchAction, string>> = {
  created: 'accepted',
  paused: 'paused',
  resumed: 'resumed',
  cancel_requested: 'cancelled',
  payload_read: 'payload read',
};

/** Returns the parts of an audit entry that identify the batch. */
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

/** Returns the audit entry for a user action on a batch. */
export const batchActionEntry = (
  job: Pick<BatchJob, 'id' | 'kind' | 'totalItems'>,
  action: AuditedBatchAction,
): AuditEntry => entryOf(job, `batch_job_${action}`, actionWords[action]);

/** Returns the audit entry for an accepted batch, with its options and the source of its rows. */
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

/** Returns the audit entry for the end of a batch. */
export const batchEndedEntry = (job: BatchJob): AuditEntry => ({
  ...entryOf(job, `batch_job_${job.status}`, `ended: ${job.status}`),
  changes: creationChanges({ succeeded: job.succeeded, failed: job.failed, skipped: job.skipped }),
});
