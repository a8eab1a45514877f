import type { Severity, WorkStatus } from '../../alerts/index.js';

/** How many records of one kind have a status and a priority. */
export interface InboxCount {
  readonly kind: 'case' | 'alert';
  readonly status: WorkStatus;
  readonly priority: Severity;
  readonly count: number;
}
