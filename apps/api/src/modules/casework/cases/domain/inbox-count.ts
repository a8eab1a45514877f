import type { Severity, WorkStatus } from '../../alerts/index.js';

/** Number of records of one kind with a given status and priority. */
export interface InboxCount {
  readonly kind: 'case' | 'alert';
  readonly status: WorkStatus;
  readonly priority: Severity;
  readonly count: number;
}
