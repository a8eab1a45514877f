import {
  DryRun,
  type CandidateReport,
  type DryRunCheckpoint,
  type DryRunOptions,
  type ReplayEvent,
} from '../src/index.js';
import type { RuleContent } from '@tamis/engine';
import { contentOf, dayMs, payment, prepared, reportOf, start } from './replay.js';

const large = (limit: number): string =>
  `rule large { on transaction score 80 when transaction.amount >= ${limit} USD }`;
const repeated = 'rule repeated { on transaction score 10 when count(transactions from origin in last 1d) >= 3 }';

const payments = [
  payment('a', '100.10', 0, 'fraud'),
  payment('b', '60.05', 1_000, 'cleared'),
  payment('c', '60.07', 2_000, 'fraud'),
  payment('d', '5', 2 * dayMs),
];

const compared = (events: readonly ReplayEvent[] = payments, options: DryRunOptions = {}) => {
  const request = {
    baseline: contentOf(large(100)),
    candidates: [{ name: 'new', content: contentOf(large(50), repeated) }],
  };
  const report = reportOf({ ...request, options }, events);
  return { report, candidate: report.candidates[0] as CandidateReport };
};

describe('dry-run report', () => {
  it('contains decisions of both sides, flips, and exact sums of what only one of them stops', () => {
    const { report, candidate } = compared();
    expect(report.baseline?.decisions).toEqual({ APPROVE: 3, REVIEW_REQUIRED: 1, HOLD: 0, REJECT: 0 });
    expect(candidate.decisions).toEqual({ APPROVE: 1, REVIEW_REQUIRED: 3, HOLD: 0, REJECT: 0 });
    expect(candidate.flips).toEqual([{ from: 'APPROVE', to: 'REVIEW_REQUIRED', count: 2 }]);
    expect(candidate.amounts).toEqual({ gained: { USD: '120.12' }, lost: {} });
    expect(report.baseline?.stopped).toEqual({ USD: '100.1' });
  });

  it('compares the active versions, not the shadow versions beside them', () => {
    const before = contentOf(large(100), large(50));
    const [decides, watches] = before.rules as [RuleContent, RuleContent];
    const report = reportOf(
      {
        baseline: { ...before, rules: [decides, { ...watches, ruleId: decides.ruleId, status: 'shadow' }] },
        candidates: [{ name: 'new', content: contentOf(large(50)) }],
      },
      payments,
    );
    expect(report.candidates[0]?.rules).toMatchObject([
      { key: 'large', change: 'changed', hits: { baseline: 1, candidate: 3 }, gained: 2, lost: 0, unchanged: 1 },
    ]);
    expect(report.candidates[0]?.changed).toBe(2);
  });

  it('shows the hits gained and lost by each rule, and whether the rule changed', () => {
    const [first, second] = compared().candidate.rules;
    expect(first).toMatchObject({
      key: 'large',
      change: 'changed',
      hits: { baseline: 1, candidate: 3 },
      gained: 2,
      lost: 0,
      unchanged: 1,
      fraud: { baseline: 1, candidate: 2 },
      cleared: { baseline: 0, candidate: 1 },
    });
    expect(second).toMatchObject({ key: 'repeated', change: 'added', hits: { baseline: 0, candidate: 1 }, gained: 1 });
    const removed = reportOf(
      {
        baseline: contentOf(large(50), repeated),
        candidates: [{ name: 'new', content: contentOf(`// why\n${large(50)}`) }],
      },
      payments,
    );
    expect(removed.candidates[0]?.rules).toMatchObject([
      { key: 'large', change: 'same', gained: 0, lost: 0, unchanged: 3 },
      { key: 'repeated', change: 'removed', lost: 1 },
    ]);
  });

  it('counts labels, and never guesses missing ones', () => {
    const { report, candidate } = compared();
    expect(report.records.labelled).toEqual({ fraud: 2, cleared: 1 });
    expect(report.baseline?.labels).toMatchObject({ caught: 1, falseAlarms: 0, precision: 1, recall: 0.5 });
    expect(candidate.labels).toMatchObject({ caught: 2, falseAlarms: 1, unlabelled: 0, precision: 0.6667, recall: 1 });
  });

  it('counts rules that hit the same records', () => {
    expect(compared().candidate.overlap).toEqual([{ a: 'large', b: 'repeated', bothHit: 1, jaccard: 0.3333 }]);
  });

  it('keeps the first matches in an order of seed and ids, regardless of batches', () => {
    const all = compared().candidate.matches.map(({ id }) => id);
    expect([...all].sort()).toEqual(['b', 'c']);
    const { candidate } = compared(payments, { keepMatches: 1 });
    expect(candidate).toMatchObject({ changed: 2, matchesTruncated: true, matches: [{ id: all[0] }] });
  });

  it('limits alerts according to `once per`, and reports the daily cost of the rest', () => {
    const alerting = 'rule r { on transaction when true then alert HIGH "x" once per origin in 24h }';
    const events = [0, 1_000, dayMs - 1, dayMs, 4 * dayMs].map((after, index) => payment(`p${index}`, '1', after));
    const report = reportOf({ baseline: null, candidates: [{ name: 'new', content: contentOf(alerting) }] }, events);
    expect(report.candidates[0]).toMatchObject({ alerts: 3, alertsPerDay: 0.75, analystHoursPerDay: 0.13 });
    expect(report.candidates[0]?.perDay.map(({ date, records, alerts }) => [date, records, alerts])).toEqual([
      ['2026-01-15', 3, 1],
      ['2026-01-16', 1, 1],
      ['2026-01-19', 1, 1],
    ]);
  });

  it('gives the usual hits per day of a rule for each weekday', () => {
    // On twenty Thursdays one more each time, on Saturdays two.
    const days = Array.from({ length: 20 }, (_, week) => [
      ...Array.from({ length: week + 1 }, (_each, at) => payment(`t-${week}-${at}`, '70', week * 7 * dayMs + at)),
      ...[0, 1].map((at) => payment(`s-${week}-${at}`, '70', (week * 7 + 2) * dayMs + at)),
    ]).flat();
    const request = { baseline: null, candidates: [{ name: 'new', content: contentOf(large(50)) }] };
    const none = { days: 19, low: 0, high: 0 };
    expect(reportOf(request, days).candidates[0]?.rules[0]?.band).toEqual([
      ...[1, 2, 3].map((weekday) => ({ weekday, ...none })),
      { weekday: 4, days: 20, low: 1, high: 19 },
      { weekday: 5, ...none, days: 20 },
      { weekday: 6, days: 20, low: 2, high: 2 },
      { weekday: 7, ...none },
    ]);
  });

  it('evaluates the period and the sample, and uses the other records only in windows', () => {
    const { report, candidate } = compared(payments, { from: start + 2_000, to: start + dayMs });
    expect(report.records).toMatchObject({ replayed: 1, notEvaluated: 3 });
    expect(candidate.rules[1]?.hits.candidate).toBe(1);
    const many = Array.from({ length: 2_000 }, (_, index) => payment(`t-${index}`, '1', index));
    const ofSample = compared(many, { sampleRate: 0.25 }).report.records.replayed;
    expect(ofSample).toBeGreaterThan(400);
    expect(ofSample).toBeLessThan(600);
  });
});

describe('attribution of changed hits of a rule', () => {
  const changed = (amount: number, least: number, channel = ''): string =>
    `rule r { on transaction when transaction.amount >= ${amount} USD ${channel}
      and count(transactions from origin in last 1d) >= ${least} }`;
  // Between one and nine hours apart.
  const many = Array.from({ length: 200 }, (_, index) =>
    payment(`p-${index}`, String((index * 37) % 101), (index * 5 + ((index * index) % 9)) * 3_600_000),
  );
  const hitsOf = (source: string): ReadonlySet<string> => {
    const hits = new Set<string>();
    const found = DryRun.prepare(
      { baseline: null, candidates: [{ name: 'r', content: contentOf(source) }] },
      { onOutcomes: ({ id }, [side]) => void (side && side.hits.length > 0 && hits.add(id)) },
    );
    if (found.ok) found.value.process(many);
    return hits;
  };

  it('is the single change that explains a record, or several when none does alone', () => {
    const channel = 'and transaction.channel = "web"';
    const [before, after] = [changed(40, 6), changed(60, 5, channel)];
    const without = [
      ['60 USD', hitsOf(changed(40, 5, channel))],
      ['5', hitsOf(changed(60, 6, channel))],
      [channel.slice(4), hitsOf(changed(60, 5))],
    ] as const;
    const report = reportOf(
      { baseline: contentOf(before), candidates: [{ name: 'new', content: contentOf(after) }] },
      many,
    );
    const [old, current] = [hitsOf(before), hitsOf(after)];
    const expected = new Map<string, { gained: number; lost: number }>();
    for (const { id } of many) {
      if (old.has(id) === current.has(id)) continue;
      const decisive = without.filter(([, hits]) => hits.has(id) === old.has(id));
      const name = decisive.length === 1 ? (decisive[0]?.[0] ?? '') : 'several';
      const counts = expected.get(name) ?? { gained: 0, lost: 0 };
      counts[current.has(id) ? 'gained' : 'lost'] += 1;
      expected.set(name, counts);
    }
    const told = new Map<string, number>();
    const onClauses = (_: number, clauses: ReadonlyMap<string, string>): void => {
      const clause = clauses.get('r') ?? '';
      told.set(clause, (told.get(clause) ?? 0) + 1);
    };
    const request = { baseline: contentOf(before), candidates: [{ name: 'new', content: contentOf(after) }] };
    const again = DryRun.prepare(request, { onClauses });
    if (again.ok) again.value.process(many);
    const rule = report.candidates[0]?.rules[0];
    const counted = new Map<string, number>();
    for (const { clause, gained, lost } of rule?.attribution ?? [])
      counted.set(clause, (counted.get(clause) ?? 0) + gained + lost);
    expect(told).toEqual(counted);
    const found = rule?.attribution.map(({ clause, after: is, gained, lost }) => [
      clause === 'several' ? clause : is,
      { gained, lost },
    ]);
    expect(expected.size).toBeGreaterThan(1);
    expect(new Map(found as [string, object][])).toEqual(expected);
  });

  it('is not computed for rules that are unchanged, added or removed', () => {
    expect(compared().candidate.rules.map(({ attribution }) => attribution)).toEqual([
      [{ clause: 'transaction.amount >= 50 USD', before: '100 USD', after: '50 USD', gained: 2, lost: 0 }],
      [],
    ]);
  });
});

describe('a dry run that was killed or is split into parts', () => {
  const alerting =
    'rule a { on transaction when transaction.amount > 50 USD then alert HIGH "x" once per origin in 24h }';
  const request = {
    baseline: contentOf(large(100)),
    candidates: [{ name: 'new', content: contentOf(large(50), repeated, alerting) }],
  };

  it('resumes from any event with its counts, matches and alerts', () => {
    const whole = reportOf(request, payments);
    for (let at = 0; at <= payments.length; at++) {
      const first = prepared(request);
      first.process(payments.slice(0, at));
      const stored = JSON.parse(JSON.stringify(first.checkpoint())) as DryRunCheckpoint;
      const second = DryRun.resume(request, stored);
      if (!second.ok) throw new Error(JSON.stringify(second.error));
      second.value.process(payments);
      expect(second.value.report()).toEqual({ ok: true, value: whole });
    }
  });

  it('can run in parts, each of which skips the events before it', () => {
    const many = Array.from({ length: 2_500 }, (_, index) =>
      payment(
        `p-${index}`,
        String((index * 37) % 101),
        ((index * 7) % 2_600) * 60_000,
        index % 9 === 0 ? 'fraud' : null,
      ),
    );
    const whole = reportOf(request, many);
    for (const cuts of [[], [1_000], [7, 8, 2_040], [1_024, 2_048], [1_023, 1_025, 2_500]]) {
      const together = prepared(request);
      for (const [at, end] of [...cuts, many.length].entries()) {
        const part = prepared(request);
        const first = cuts[at - 1] ?? 0;
        if (first > 0) part.skip(many.slice(0, first));
        part.process(many.slice(first, end));
        together.merge(JSON.parse(JSON.stringify(part.checkpoint())) as DryRunCheckpoint);
      }
      expect(together.report()).toEqual({ ok: true, value: whole });
    }
  });

  it('does not resume with other rules or options', () => {
    const stored = prepared(request).checkpoint();
    const problem = { ok: false, error: { kind: 'otherRequest' } };
    expect(DryRun.resume({ ...request, baseline: null }, stored)).toEqual(problem);
    expect(DryRun.resume({ ...request, options: { seed: 2 } }, stored)).toEqual(problem);
  });
});

describe('dry run', () => {
  it('reads a list as it was when each record arrived', () => {
    const rule = 'list watched = "watched"\nrule r { on transaction when transaction.channel in watched unknown hit }';
    const events: ReplayEvent[] = [
      payment('before', '1', 0),
      { kind: 'list', listId: 'watched', type: 'custom', add: [{ id: 'i', primaryValue: 'web' }] },
      payment('on it', '1', 1),
      { kind: 'list', listId: 'watched', type: 'custom', remove: ['i'] },
      payment('after', '1', 2),
    ];
    const report = reportOf({ baseline: null, candidates: [{ name: 'new', content: contentOf(rule) }] }, events);
    expect(report.candidates[0]?.rules[0]).toMatchObject({ hits: { candidate: 1 }, unknown: { candidate: 1 } });
  });

  it('includes a late record only in windows of later arrivals', () => {
    const counting = 'rule r { on transaction when count(transactions from origin in last 1d) >= 2 }';
    const events = [payment('a', '1', 5_000), payment('late', '1', 1_000), payment('b', '1', 6_000)];
    const report = reportOf({ baseline: null, candidates: [{ name: 'new', content: contentOf(counting) }] }, events);
    expect(report.records.late).toBe(1);
    expect(report.candidates[0]?.matches.map(({ id }) => id)).toEqual(['b']);
  });

  it('counts asynchronous rules like any other, without changing a decision', () => {
    const after = 'rule r { on transaction evaluate async score 100 when transaction.amount > 1 USD }';
    const report = reportOf({ baseline: null, candidates: [{ name: 'new', content: contentOf(after) }] }, payments);
    expect(report.candidates[0]).toMatchObject({ decisions: { APPROVE: 4 }, rules: [{ hits: { candidate: 4 } }] });
  });

  it('reports which side has rules with errors, and an empty period', () => {
    const request = { baseline: contentOf(large(1)), candidates: [{ name: 'new', content: contentOf('rule r {') }] };
    expect(DryRun.prepare(request)).toMatchObject({
      ok: false,
      error: { kind: 'rules', sides: [{ side: 'new', problems: [{ ruleId: 'r1' }] }] },
    });
    const empty = prepared({ baseline: null, candidates: [{ name: 'new', content: contentOf(large(1)) }] });
    expect(empty.report()).toEqual({ ok: false, error: { kind: 'empty' } });
  });
});
