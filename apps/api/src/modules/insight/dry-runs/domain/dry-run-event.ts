import { progressOf } from './dry-run-view.js';
import type { DryRun } from './dry-run.js';

/** What is told of a run that goes on. */
export type DryRunSnapshot = Pick<
  DryRun,
  'organizationId' | 'id' | 'kind' | 'status' | 'recordsDone' | 'recordsTotal' | 'startedAt' | 'finishedAt'
>;

/** What whoever watches a dry run or a sweep is sent (shapes 21): how far it is, or that it has ended. */
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
