import { severities, type Severity, type WorkStatus, workStatuses } from '../../alerts/index.js';
import type { InboxCount } from './inbox-count.js';

export interface InboxStatusCount {
  readonly count: number;
  readonly byPriority: Readonly<Record<Severity, number>>;
}

/** Counts of cases and alerts together, by status and priority, including zeros. */
export interface InboxSummary {
  readonly totalCases: number;
  readonly totalAlerts: number;
  readonly byStatus: Readonly<Record<WorkStatus, InboxStatusCount>>;
}

const sum = (counts: readonly InboxCount[]): number => counts.reduce((total, { count }) => total + count, 0);

export function summarize(counts: readonly InboxCount[]): InboxSummary {
  const ofStatus = (status: WorkStatus): InboxStatusCount => {
    const own = counts.filter((each) => each.status === status);
    const entries = severities.map((priority) => [priority, sum(own.filter((each) => each.priority === priority))]);
    return { count: sum(own), byPriority: Object.fromEntries(entries) as InboxStatusCount['byPriority'] };
  };
  return {
    totalCases: sum(counts.filter(({ kind }) => kind === 'case')),
    totalAlerts: sum(counts.filter(({ kind }) => kind === 'alert')),
    byStatus: Object.fromEntries(workStatuses.map((status) => [status, ofStatus(status)])) as InboxSummary['byStatus'],
  };
}
