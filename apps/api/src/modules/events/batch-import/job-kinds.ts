import type { Permission } from '../../../platform/auth/index.js';
import type { BatchKind, BatchReport, BatchReportDto } from '../batch-jobs/index.js';
import { transactionFailures } from '../transactions/index.js';
import { userEventFailures } from '../user-events/index.js';

/** What the kinds of jobs differ in for whoever asks about one. */
export interface JobKind {
  /** Of who may have it wait, go on or end: they could have sent it. */
  readonly permission: Permission;
  /** Its rows that were not stored. */
  readonly failures: (report: BatchReport) => BatchReportDto;
}

export const jobKinds: Readonly<Record<BatchKind, JobKind>> = {
  transaction_batch: { permission: 'transactions:create', failures: transactionFailures },
  user_event_batch: { permission: 'events:create', failures: userEventFailures },
};
