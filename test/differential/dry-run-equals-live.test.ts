import {
  DryRun,
  type DryRunCheckpoint,
  type DryRunReport,
  type DryRunRequest,
  type OutcomeListener,
  type ReplayEvent,
} from '@tamis/dry-run';
import {
  checkRuleSet,
  compileRuleSet,
  type RuleSetContent,
  type EvaluationParams,
  type StoredRecord,
} from '@tamis/engine';
import { evaluateCheckedReference } from '@tamis/reference';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { sampleTransactions, sampleRules, watchedCustomers } from '../../bench/src/sample/card-transactions.js';
import { setOf } from './differential.js';
import { aggregateCondition } from './random-aggregates.js';
import { Random } from './random.js';
import { largeWorld, windowWorld, zoneNames, type WindowWorld, type WorldSize } from './window-worlds.js';
import { watchedList } from './worlds.js';

const zoneOf = (number: number): string => zoneNames[number % zoneNames.length] as string;

const listRule = 'list watched = "watched"\nrule listed { on transaction when transaction.channel in watched }';

/** Number of different pairs of rule sets, limited because compiling takes longer than comparing. */
const distinctPairs = 60;
const pairs = new Map<number, readonly [RuleSetContent, RuleSetContent]>();

/** Returns two rule sets over random aggregates that share half of their rules, and a list. */
function pairOf(number: number): readonly [RuleSetContent, RuleSetContent] {
  const known = pairs.get(number);
  if (known) return known;
  const random = new Random(number);
  const conditions = Array.from({ length: 6 }, () => aggregateCondition(random));
  const ruleOf = (condition: string, index: number, then = ''): string =>
    `rule rule_${index} { on transaction score ${10 + index} when ${condition} ${then} }`;
  const shared = conditions.slice(0, 2).map((condition, index) => ruleOf(condition, index, 'unknown review'));
  const timezone = zoneOf(number);
  const made = [
    { ...setOf([...shared, listRule, ...conditions.slice(2, 4).map((each, at) => ruleOf(each, at + 2))]), timezone },
    {
      ...setOf([...shared, listRule, ...conditions.slice(4).map((each, at) => ruleOf(each, at + 2, 'unknown hit'))]),
      timezone,
    },
  ] as const;
  pairs.set(number, made);
  return made;
}

/** Returns the events of a world of windows, in order of arrival; the list changes between evaluations. */
function eventsOf({ steps }: WindowWorld, random: Random): readonly ReplayEvent[] {
  return steps.flatMap(({ transactions, userEvents, replaced, context, now }, step): readonly ReplayEvent[] => [
    ...transactions.map((record) => ({ kind: 'record', source: 'transactions', record }) as const),
    ...userEvents.map((record) => ({ kind: 'record', source: 'userEvents', record }) as const),
    ...(replaced ? [{ kind: 'record', source: 'transactions', record: replaced } as const] : []),
    random.chance(0.5)
      ? { kind: 'list', listId: watchedList, type: 'custom', add: [{ id: 'i', primaryValue: 'web' }] }
      : { kind: 'list', listId: watchedList, type: 'custom', remove: ['i'] },
    {
      kind: 'run',
      id: String(context['id'] === 'subject' ? `subject-${step}` : context['id']),
      target: 'transaction',
      trigger: 'created',
      now,
      context: context['id'] === 'subject' ? { ...context, id: `subject-${step}` } : context,
    },
  ]);
}

type Outcome = Readonly<Record<string, unknown>>;

/** Returns the outcomes that live evaluation would have had: each by the plain evaluator, over a scan of all records that had arrived. */
function liveOutcomes(
  content: RuleSetContent,
  events: readonly ReplayEvent[],
  { rates }: WindowWorld,
): readonly Outcome[] {
  const checked = checkRuleSet(content);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  const arrived: Record<'transactions' | 'userEvents', StoredRecord[]> = { transactions: [], userEvents: [] };
  const listed = new Set<string>();
  let hasList = false;
  const arrive = (record: StoredRecord, source: 'transactions' | 'userEvents'): void => {
    const known = arrived[source].findLastIndex(({ id }) => typeof id === 'string' && id === record['id']);
    if (known >= 0) arrived[source][known] = record;
    else arrived[source].push(record);
  };
  const found: Outcome[] = [];
  for (const event of events) {
    if (event.kind === 'list') {
      hasList = true;
      for (const { primaryValue } of event.add ?? []) listed.add(primaryValue);
      if (event.remove) listed.clear();
    } else if (event.kind === 'record') arrive(event.record, event.source as 'transactions');
    else if (event.kind === 'run') {
      const { id, target, trigger, now, context } = event;
      const run: EvaluationParams = { evaluationId: id, target, trigger, now };
      const facts = {
        records: arrived.transactions,
        others: { userEvents: arrived.userEvents },
        lists: new Map(hasList ? [[watchedList, listed]] : []),
        rates,
      };
      found.push({ ...evaluateCheckedReference(checked.value, content, context, facts, run) });
      arrive(context, 'transactions');
    }
  }
  return found;
}

/** Returns the report of a dry run in batches of random sizes. */
function replayed(
  request: DryRunRequest,
  events: readonly ReplayEvent[],
  random: Random,
  onOutcomes: OutcomeListener = () => undefined,
): DryRunReport {
  const prepared = DryRun.prepare(request, { onOutcomes });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  for (let at = 0; at < events.length;) {
    const size = 1 + random.below(7);
    prepared.value.process(events.slice(at, at + size));
    at += size;
  }
  const report = prepared.value.report();
  if (!report.ok) throw new Error(JSON.stringify(report.error));
  return report.value;
}

/** Like `replayed`, stopped at a random event and resumed from its stored checkpoint with the same events. */
function resumed(request: DryRunRequest, events: readonly ReplayEvent[], random: Random): DryRunReport {
  const first = DryRun.prepare(request);
  if (!first.ok) throw new Error(JSON.stringify(first.error));
  first.value.process(events.slice(0, random.below(events.length + 1)));
  const stored = JSON.parse(JSON.stringify(first.value.checkpoint())) as DryRunCheckpoint;
  const second = DryRun.resume(request, stored);
  if (!second.ok) throw new Error(JSON.stringify(second.error));
  second.value.process(events);
  const report = second.value.report();
  if (!report.ok) throw new Error(JSON.stringify(report.error));
  return report.value;
}

/** Like `replayed`, in parts that are processed separately. */
function inParts(request: DryRunRequest, events: readonly ReplayEvent[], random: Random): DryRunReport {
  const whole = DryRun.prepare(request);
  if (!whole.ok) throw new Error(JSON.stringify(whole.error));
  const middle = random.below(events.length + 1);
  for (const [first, end] of [[0, middle] as const, [middle, events.length] as const]) {
    const part = DryRun.prepare(request);
    if (!part.ok) throw new Error(JSON.stringify(part.error));
    if (first > 0) part.value.skip(events.slice(0, first));
    part.value.process(events.slice(first, end));
    whole.value.merge(part.value.checkpoint());
  }
  const report = whole.value.report();
  if (!report.ok) throw new Error(JSON.stringify(report.error));
  return report.value;
}

describe('dry run', () => {
  const checkWorld = (number: number, seed: number, size?: WorldSize): void => {
    const [baseline, content] = pairOf(number);
    const random = new Random(seed);
    const world = windowWorld(zoneOf(number), random, size);
    const events = eventsOf(world, random);
    const request = { baseline, candidates: [{ name: 'other', content }], tables: { rates: world.rates } };
    const outcomes: [Outcome[], Outcome[]] = [[], []];
    const report = replayed(request, events, random, (_, sides) => {
      for (const [side, { outcomes: runs }] of sides.entries()) outcomes[side]?.push({ ...runs[0] });
    });
    expect(outcomes).toEqual([liveOutcomes(baseline, events, world), liveOutcomes(content, events, world)]);
    // Compiling takes longer than replaying, so each world is replayed again in one of the ways.
    const again = random.pick([replayed, resumed, inParts]);
    expect(again(request, events, random)).toEqual(report);
  };

  it('gives every record its live outcome at that time, also with late data, new versions, splits and kills', () => {
    fc.assert(
      fc.property(fc.nat(distinctPairs - 1), fc.integer(), (number, seed) => checkWorld(number, seed)),
      { ...propertyRuns(150), endOnFailure: true },
    );
  });

  it('gives every record its live outcome if keys have many records', () => {
    fc.assert(
      fc.property(fc.nat(distinctPairs - 1), fc.integer(), (number, seed) => checkWorld(number, seed, largeWorld)),
      { ...propertyRuns(30), endOnFailure: true },
    );
  });
});

describe('dry run over the 10,000 card payments', () => {
  const expected = JSON.parse(
    readFileSync(new URL('../../rules-fixtures/samples/expected.json', import.meta.url), 'utf8'),
  ) as Record<'byRule' | 'unknownByRule' | 'decisions', Record<string, number>> & {
    readonly whole: { readonly fraud: number; readonly caught: number; readonly falseAlarms: number };
  };
  const content = sampleRules();

  it('counts the hits, unknowns, decisions and labels that an independent program computed from the data', () => {
    const events = sampleTransactions().map(({ record, run, isFraud }): ReplayEvent => ({
      kind: 'run',
      ...run,
      id: String(record['id']),
      context: record,
      label: isFraud ? 'fraud' : 'cleared',
    }));
    const request = {
      baseline: null,
      candidates: [{ name: 'sample', content }],
      tables: { lists: { [watchedCustomers]: { type: 'custom', items: [] } } },
    };
    const report = replayed(request, events, new Random(1));
    const [found] = report.candidates;
    const rules = found?.rules ?? [];
    const counted = (of: 'hits' | 'unknown'): object =>
      Object.fromEntries(rules.filter((rule) => rule[of].candidate > 0).map((rule) => [rule.key, rule[of].candidate]));
    expect(report.records).toMatchObject({ replayed: 10_000, late: 0, labelled: { fraud: 145, cleared: 9_855 } });
    expect({ byRule: counted('hits'), unknownByRule: counted('unknown'), decisions: found?.decisions }).toEqual({
      byRule: expected.byRule,
      unknownByRule: expected.unknownByRule,
      decisions: expected.decisions,
    });
    const { fraud, caught, falseAlarms } = expected.whole;
    expect(found?.labels).toMatchObject({ fraud, caught, falseAlarms, precision: 0.8321, recall: 0.7517 });
    expect(compileRuleSet(content)).toMatchObject({ value: { version: found?.ruleSetVersion } });
  });
});
