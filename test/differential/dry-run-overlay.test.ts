import { DryRun, type DryRunReport, type DryRunRequest, type ReplayEvent } from '@tamis/dry-run';
import type { RuleSetContent, StoredRecord } from '@tamis/engine';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { setOf } from './differential.js';
import { NaiveEvaluation } from './naive-evaluation.js';
import { Random } from './random.js';
import { watchedList } from './worlds.js';

const minuteMs = 60_000;
const start = Date.parse('2026-03-01T12:00:00Z');
const entities = ['e1', 'e2', 'e3'] as const;

/** Rules that read data which other rules, or they themselves, change. */
const kinds: readonly ((random: Random) => string)[] = [
  (random) => `score 40 when transaction.amount >= ${1 + random.below(8)}00 USD then add origin.externalId to watched`,
  () => 'score 30 when origin.externalId in watched then suggest SUSPEND',
  () => 'when listSize(watched) >= 2 then suggest FLAG',
  (random) =>
    `score 20 when transaction.amount < ${1 + random.below(8)}00 USD then set status of origin to under_review`,
  () => 'score 15 when transaction.amount >= 800 USD then set status of origin to blocked because "Large"',
  () => 'score 25 when origin.status = "under_review" then alert LOW "Under review"',
  () => 'when origin.status = "blocked" then suggest BLOCK',
  (random) => `score 4 when transaction.amount < ${1 + random.below(8)}00 USD then set status of origin to active`,
  () => 'score 18 when transaction.amount >= 700 USD then set status of destination to under_review',
  () => 'score 6 when destination.status = "under_review" then alert LOW "To one under review"',
  () => 'when count(prior transactions from origin in last 2h where decision != "APPROVE") >= 1 then suggest FLAG',
  (random) =>
    `when max(riskScore of prior transactions from origin in last 2h) >= ${random.below(60)} then suggest FLAG`,
  () => 'score 10 when count(prior transactions from origin in last 2h where flagged) >= 2',
  (random) =>
    `when transaction.amount >= ${1 + random.below(8)}00 USD then alert HIGH "Large" once per origin.externalId in 1h`,
  () => 'score 35 when count(alerts involving origin in last 2h) >= 2',
  () => 'score 8 when count(alerts involving origin in last 3h where status = "OPEN") >= 1',
  () => 'score 7 when count(alerts involving destination in last 3h) >= 1',
  (random) =>
    `score 45 when transaction.amount >= ${1 + random.below(8)}00 USD
     then alert HIGH "Told" with { category: "odd", description: "Seldom", tags: ["fast"] }`,
  () =>
    'score 2 when count(alerts involving origin in last 3h where category = "odd" and description = "Seldom" and tags contains "fast") >= 1',
  (random) =>
    `when sum(riskContribution of alerts involving origin in last 3h) > ${20 + random.below(60)} then suggest FLAG`,
  (random) =>
    `when transaction.amount >= ${1 + random.below(8)}00 USD
     then set status of transaction to ${random.pick(['SUSPENDED', 'DECLINED', 'PROCESSING'])} because "Large"`,
  (random) => `score 3 when transaction.status = "${random.pick(['SUSPENDED', 'DECLINED'])}" then suggest FLAG`,
  () => 'score 12 when count(prior transactions from origin in last 2h where status = "SUSPENDED") >= 1',
  () => 'evaluate async when transaction.amount >= 300 USD then add origin.externalId to watched',
  () => 'score 5 when transaction.amount >= 600 USD and transaction.channel = "web"',
];

const distinctSets = 200;
const sets = new Map<number, RuleSetContent>();

function setNumber(number: number): RuleSetContent {
  const known = sets.get(number);
  if (known) return known;
  const random = new Random(number);
  const bodies = Array.from({ length: 4 }, () => random.pick(kinds)(random));
  const headed = bodies.map((body, at) => {
    const [, header = '', rest = ''] = /^((?:evaluate async |score \d+ )*)(.*)$/s.exec(body) ?? [];
    return `list watched = "watched"\nrule rule_${at} { on transaction ${header} ${rest} }`;
  });
  const made = setOf(headed);
  sets.set(number, made);
  return made;
}

/** Payments of three people. Now and then, other causes change the people's statuses and the items of the list. */
function eventsOf(random: Random): readonly ReplayEvent[] {
  const statuses = new Map<string, string>(entities.map((id) => [id, 'active']));
  const alerts: StoredRecord[] = [];
  const personOf = (id: string) => ({ id, type: 'person', status: statuses.get(id), externalId: id });
  let at = start;
  return Array.from({ length: 30 }, (_, step): ReplayEvent => {
    at += random.below(40) * minuteMs;
    const entity = random.pick(entities);
    const what = random.below(12);
    if (what === 0)
      return { kind: 'list', listId: watchedList, type: 'custom', add: [{ id: `i-${entity}`, primaryValue: entity }] };
    if (what === 1)
      return {
        kind: 'list',
        listId: watchedList,
        type: 'custom',
        by: 'rule',
        add: [{ id: `r-${entity}`, primaryValue: entity }],
      };
    if (what === 2)
      return { kind: 'list', listId: watchedList, type: 'custom', remove: [`i-${entity}`, `r-${entity}`] };
    if (what === 3) statuses.set(entity, random.pick(['active', 'under_review', 'suspended', 'inactive']));
    const isLinked = random.below(8) > 0;
    const other = random.pick(entities.filter((each) => each !== entity));
    const id = what === 4 ? `t-${Math.max(0, step - 3)}` : `t-${step}`;
    const context = {
      id,
      amount: String(random.below(10) * 100),
      currency: 'USD',
      channel: random.pick(['web', 'app']),
      status: random.pick(['CREATED', 'CREATED', 'CREATED', 'PROCESSING', 'SUSPENDED', 'SUCCESSFUL']),
      transactedAt: new Date(at).toISOString(),
      originEntityId: isLinked ? entity : null,
      originEntity: isLinked ? personOf(entity) : null,
      destinationEntityId: other,
      destinationEntity: personOf(other),
      riskScore: 99,
      decision: 'REJECT',
      flagged: true,
    };
    if (what === 5)
      return { kind: 'record', source: 'transactions', record: { ...context, id: `t-${random.below(30)}` } };
    if (what === 6) {
      const [known] = random.below(3) === 0 ? alerts.splice(0, 1) : [];
      const record = known
        ? { ...known, status: 'RESOLVED' }
        : {
            id: `a-${step}`,
            ruleId: random.pick([null, 'another-rule', 'another-rule']),
            targetEntityId: entity,
            severity: 'LOW',
            status: 'OPEN',
            createdAt: new Date(at).toISOString(),
          };
      if (!known) alerts.push(record);
      return { kind: 'record', source: 'alerts', record };
    }
    return { kind: 'run', id, target: 'transaction', trigger: 'created', now: at, context };
  });
}

function reportOf(run: DryRun): DryRunReport {
  const report = run.report();
  if (!report.ok) throw new Error(JSON.stringify(report.error));
  return report.value;
}

function begun(request: DryRunRequest, note: ((outcomes: readonly unknown[]) => void) | null = null): DryRun {
  const prepared = DryRun.prepare(
    request,
    note ? { onOutcomes: (_, outcomes) => note(outcomes.map(({ outcomes: runs }) => ({ ...runs[0] }))) } : {},
  );
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  return prepared.value;
}

/** Replays the events in two parts, the second of which knows only what was passed on from the first. */
function inParts(request: DryRunRequest, events: readonly ReplayEvent[], middle: number): DryRunReport {
  const whole = begun(request);
  const first = begun(request);
  first.process(events.slice(0, middle));
  const second = begun(request);
  second.skip(events.slice(0, middle));
  second.process(events.slice(middle));
  whole.merge(first.checkpoint());
  whole.merge(second.checkpoint());
  return reportOf(whole);
}

function resumed(request: DryRunRequest, events: readonly ReplayEvent[], middle: number): DryRunReport {
  const first = begun(request);
  first.process(events.slice(0, middle));
  const second = DryRun.resume(request, first.checkpoint());
  if (!second.ok) throw new Error(JSON.stringify(second.error));
  second.value.process(events);
  return reportOf(second.value);
}

describe('dry run with an overlay', () => {
  it('shows each side only the effects of its own rules, not recorded ones, also when split and resumed', () => {
    const number = fc.nat(distinctSets - 1);
    fc.assert(
      fc.property(number, number, fc.integer(), (baseline, candidate, seed) => {
        const random = new Random(seed);
        const events = eventsOf(random);
        const from = random.below(2) === 0 ? null : start + random.below(8) * 60 * minuteMs;
        const contents = [setNumber(baseline), setNumber(candidate)] as const;
        const request = {
          baseline: contents[0],
          candidates: [{ name: 'other', content: contents[1] }],
          tables: { lists: { [watchedList]: { type: 'custom', items: [] } } },
          options: { overlay: true, ...(from === null ? {} : { from }) },
        };
        const found: unknown[][] = [[], []];
        const run = begun(request, (outcomes) => outcomes.forEach((outcome, side) => found[side]?.push(outcome)));
        run.process(events);
        const plain = contents.map((content) => new NaiveEvaluation(content, from));
        for (const side of plain) for (const event of events) side.process(event);
        expect(found).toEqual(plain.map(({ outcomes }) => outcomes));
        const again = random.pick([inParts, resumed]);
        const report = run.report();
        if (report.ok) expect(again(request, events, random.below(events.length))).toEqual(report.value);
      }),
      { ...propertyRuns(60), endOnFailure: true },
    );
  });
});
