import { progressOf } from './dry-run-view.js';
import type { DryRun } from './dry-run.js';

/** The part of a running dry run that is sent to subscribers. */
export type DryRunSnapshot = Pick<
  DryRun,
  'organizationId' | 'id' | 'kind' | 'status' | 'recordsDone' | 'recordsTotal' | 'startedAt' | 'finishedAt'
>;

/** Returns the event for subscribers of a dry run or a sweep (shapes 21): its progress, or that it has ended. */
export function dryRunEvent(run: DryRunSnapshot, now: Date) {
  const { organizationId, id, kind, status } = run;
  return {
    organizationId,
    event: run.finishedAt ? 'rule:dry-run-finished' : 'rule:dry-run-progress',
    payload: {
      organizationId,
      timestamp: now.toISOString(),
      [kind === 'sweep' ? 'sweepId' : 'dryRunId']: id,
      status,
      progress: progressOf(run, now),
    },
  };
}
