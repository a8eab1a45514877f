import { dryRunEvent, type DryRunSnapshot } from './domain/dry-run-event.js';

const startedAt = new Date('2026-03-01T10:00:00Z');
const now = new Date('2026-03-01T10:00:10Z');
const running: DryRunSnapshot = {
  organizationId: 'own',
  id: 'run',
  kind: 'dry_run',
  status: 'running',
  recordsDone: 1_000,
  recordsTotal: 4_000,
  startedAt,
  finishedAt: null,
};

it('reports the progress, rate and remaining time of a dry run (shapes 21)', () => {
  expect(dryRunEvent(running, now)).toEqual({
    organizationId: 'own',
    event: 'rule:dry-run-progress',
    payload: {
      organizationId: 'own',
      timestamp: '2026-03-01T10:00:10.000Z',
      dryRunId: 'run',
      status: 'running',
      progress: { recordsDone: 1_000, recordsTotal: 4_000, recordsPerSecond: 100, secondsLeft: 30 },
    },
  });
});

it('reports a sweep under its own name, and its end', () => {
  const ended = { ...running, kind: 'sweep', status: 'failed', finishedAt: now } as const;
  const { event, payload } = dryRunEvent(ended, now);
  expect(event).toBe('rule:dry-run-finished');
  expect(payload).toMatchObject({ sweepId: 'run', status: 'failed', progress: { secondsLeft: null } });
  expect(payload).not.toHaveProperty('dryRunId');
});
