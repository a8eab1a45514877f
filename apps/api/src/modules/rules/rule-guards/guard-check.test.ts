import type { GuardLimit } from '@tamis/library';

import { findViolation, type GuardMeasurement } from './guard-check.js';
import { zeroCounts } from '../../decisions/rule-counters/rule-counts.js';

const measured = (now: object, more: Partial<GuardMeasurement> = {}, before: object = {}): GuardMeasurement => ({
  counts: { ...zeroCounts, ...now },
  labels: { confirmed: 0, falsePositives: 0 },
  isFullWindow: true,
  baseline: { counts: { ...zeroCounts, ...before }, labels: { confirmed: 0, falsePositives: 0 }, days: 7 },
  ...more,
});

const expected = { dryRunId: 'dry', days: 10, executions: 10_000, hits: 1_000, unknowns: 100, alerts: 500 };

/** The previous week, in which people decided on twenty alerts and found five to be false. */
const weekWithLabels: GuardMeasurement['baseline'] = {
  counts: { ...zeroCounts, executions: 7_000, hits: 7_000 },
  labels: { confirmed: 15, falsePositives: 5 },
  days: 7,
};

const check = (limit: object, state: GuardMeasurement): number | null =>
  findViolation({ window: '24h', ...limit } as GuardLimit, { minExecutions: 100, expected }, state)?.observed ?? null;

describe('guard limit checks', () => {
  const cases: readonly [string, object, GuardMeasurement, number | null][] = [
    ['a count at its limit', { metric: 'hits', operator: 'lte', value: 5 }, measured({ hits: 5 }), null],
    ['a count above it', { metric: 'hits', operator: 'lte', value: 5 }, measured({ hits: 6 }), 6],
    ['a count below the least', { metric: 'hits', operator: 'gte', value: 5 }, measured({ hits: 4 }), 4],
    [
      'a count below the least before its time is over',
      { metric: 'hits', operator: 'gte', value: 5 },
      measured({ hits: 4 }, { isFullWindow: false }),
      null,
    ],
    [
      'a share of too few executions',
      { metric: 'unknownRate', operator: 'lte', value: 0.1 },
      measured({ executions: 99, unknowns: 99 }),
      null,
    ],
    [
      'a share of enough',
      { metric: 'unknownRate', operator: 'lte', value: 0.1 },
      measured({ executions: 100, unknowns: 11 }),
      0.11,
    ],
    [
      'false alarms among too few decided alerts',
      { metric: 'falsePositiveRate', operator: 'lte', value: 0.5 },
      measured({ executions: 100 }, { labels: { confirmed: 0, falsePositives: 9 } }),
      null,
    ],
    [
      'false alarms among enough',
      { metric: 'falsePositiveRate', operator: 'lte', value: 0.5 },
      measured({ executions: 100 }, { labels: { confirmed: 2, falsePositives: 8 } }),
      0.8,
    ],
    [
      'a hit rate within three times that of the dry run',
      { metric: 'hitRate', withinFactor: 3, of: 'dry_run' },
      measured({ executions: 1_000, hits: 300 }),
      null,
    ],
    [
      'one above',
      { metric: 'hitRate', withinFactor: 3, of: 'dry_run' },
      measured({ executions: 1_000, hits: 301 }),
      0.301,
    ],
    [
      'one below',
      { metric: 'hitRate', withinFactor: 3, of: 'dry_run' },
      measured({ executions: 1_000, hits: 33 }),
      0.033,
    ],
    [
      'one below while fewer than twenty hits were expected',
      { metric: 'hitRate', withinFactor: 3, of: 'dry_run' },
      measured({ executions: 199, hits: 0 }),
      null,
    ],
    [
      'alerts of an hour above twice those of the dry run',
      { metric: 'alerts', withinFactor: 2, of: 'dry_run', window: '1h' },
      measured({ alerts: 5 }),
      5,
    ],
    [
      'hits above twice those of the week before',
      { metric: 'hits', withinFactor: 2, of: 'previous_7d' },
      measured({ hits: 21 }, {}, { executions: 700, hits: 70 }),
      21,
    ],
    [
      'hits where nothing ran in the week before',
      { metric: 'hits', withinFactor: 2, of: 'previous_7d' },
      measured({ hits: 21 }),
      null,
    ],
    [
      'false alarms within twice those of the week before',
      { metric: 'falsePositiveRate', withinFactor: 2, of: 'previous_7d' },
      measured({ executions: 100 }, { labels: { confirmed: 5, falsePositives: 5 }, baseline: weekWithLabels }),
      null,
    ],
    [
      'false alarms above twice those of the week before',
      { metric: 'falsePositiveRate', withinFactor: 2, of: 'previous_7d' },
      measured({ executions: 100 }, { labels: { confirmed: 4, falsePositives: 6 }, baseline: weekWithLabels }),
      0.6,
    ],
    [
      'hardly any false alarms, where more were expected',
      { metric: 'falsePositiveRate', withinFactor: 2, of: 'previous_7d' },
      measured({ executions: 100 }, { labels: { confirmed: 99, falsePositives: 1 }, baseline: weekWithLabels }),
      null,
    ],
  ];
  it.each(cases)('%s', (_, limit, state, observed) => {
    expect(check(limit, state)).toBe(observed);
  });
});
