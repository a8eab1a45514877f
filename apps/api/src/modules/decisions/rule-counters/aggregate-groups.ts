import { addCounts, zeroCounts, type RuleCounts } from './rule-counts.js';
import type { EvaluationGroup } from './evaluation-groups.js';
import { bucketOf } from './time-buckets.js';

/** A rule version in a publication. */
export interface PublishedRuleRef {
  readonly ruleId: string;
  readonly version: number;
  readonly status: 'active' | 'shadow';
  /** Cost points of the rule. */
  readonly weight: number;
}

/** Returns the rules of a publication in the order by which evaluations refer to them. */
export type ResolveRules = (revision: number, alone: string | null) => readonly PublishedRuleRef[];

export interface PeriodCounts {
  readonly ruleId: string;
  readonly version: number;
  readonly period: 'minute' | 'hour';
  readonly at: Date;
  /** Revision of the publication; 0 for hours, which cover all of them. */
  readonly revision: number;
  readonly counts: RuleCounts;
}

const hourMs = 3_600_000;

/** Mutable counts: a step has thousands of groups and rules to add. */
type Tally = { -readonly [Member in keyof RuleCounts]: RuleCounts[Member] } & { microsCounts: number[] };

interface MinuteCounts extends PeriodCounts {
  readonly counts: Tally;
}

/** Returns what groups of evaluations add to the counts of each rule version, by minute and by hour. */
export function aggregateGroups(groups: readonly EvaluationGroup[], rulesOf: ResolveRules): readonly PeriodCounts[] {
  const minutes = new Map<string, MinuteCounts>();
  for (const group of groups)
    addGroup(group, rulesOf(group.revision, group.alone), (rule) => minuteCountsOf(minutes, group, rule).counts);
  const hours = new Map<string, PeriodCounts>();
  for (const { ruleId, version, at: minute, counts } of minutes.values()) {
    const at = new Date(Math.floor(minute.getTime() / hourMs) * hourMs);
    const key = `${ruleId} ${version} ${at.getTime()}`;
    const before = hours.get(key);
    const both = before ? addCounts(before.counts, counts) : counts;
    hours.set(key, { ruleId, version, period: 'hour', at, revision: 0, counts: both });
  }
  return [...minutes.values(), ...hours.values()];
}

function minuteCountsOf(
  minutes: Map<string, MinuteCounts>,
  { minute: at, revision }: EvaluationGroup,
  { ruleId, version }: PublishedRuleRef,
): MinuteCounts {
  const key = `${ruleId} ${version} ${at.getTime()} ${revision}`;
  const known = minutes.get(key);
  if (known) return known;
  const counts: Tally = { ...zeroCounts, microsCounts: [...zeroCounts.microsCounts] };
  const made: MinuteCounts = { ruleId, version, period: 'minute', at, revision, counts };
  minutes.set(key, made);
  return made;
}

const latest = (a: Date | null, b: Date): Date => (a && a > b ? a : b);

function addGroup(
  group: EvaluationGroup,
  rules: readonly PublishedRuleRef[],
  tallyOf: (rule: PublishedRuleRef) => Tally,
): void {
  const { kind, count, lastAt } = group;
  if (kind === 'run') {
    addEvaluations(group, rules, tallyOf);
  } else if (kind === 'hit' || kind === 'unknown' || kind === 'version hit' || kind === 'version unknown') {
    const rule = ruleOf(group, rules);
    if (!rule) return;
    const tally = tallyOf(rule);
    if (kind.endsWith('hit')) {
      tally.hits += count;
      tally.rejects += group.rejects;
      tally.lastHitAt = latest(tally.lastHitAt, lastAt);
    } else tally.unknowns += count;
  } else if (kind === 'too many rows') {
    tallyOf(rules[Number(group.what)]!).tooManyRows += count;
  } else {
    // Only active versions have effects, and a rule has at most one of them.
    const rule = rules.find(({ ruleId, status }) => ruleId === group.what && status === 'active');
    if (rule) tallyOf(rule)[counterOf[kind]] += count;
  }
}

function addEvaluations(
  { what, ms, count, lastAt }: Extract<EvaluationGroup, { readonly kind: 'run' }>,
  rules: readonly PublishedRuleRef[],
  tallyOf: (rule: PublishedRuleRef) => Tally,
): void {
  const evaluated = parseEvaluatedIndexes(what).map((index) => rules[index]!);
  const runMicros = ms * 1_000;
  const weights = evaluated.reduce((sum, { weight }) => sum + weight, 0);
  for (const rule of evaluated) {
    const micros = weights === 0 ? runMicros / evaluated.length : (runMicros * rule.weight) / weights;
    const tally = tallyOf(rule);
    tally.executions += count;
    tally.lastAt = latest(tally.lastAt, lastAt);
    tally.micros += micros;
    tally.runMicros += runMicros;
    const bucket = bucketOf(micros / count);
    tally.microsCounts[bucket] = tally.microsCounts[bucket]! + count;
  }
}

const outcomePrefix = '{"evaluated":[';

/** Returns the rule indexes from the beginning of an outcome. */
function parseEvaluatedIndexes(text: string): readonly number[] {
  if (!text.startsWith(outcomePrefix)) throw new Error(`an outcome begins with ${text.slice(0, outcomePrefix.length)}`);
  return JSON.parse(`[${text.slice(outcomePrefix.length)}]`) as number[];
}

/** Whether two versions of one rule ran, in which case the rule id alone does not identify the version that hit. */
export const hasVersionConflict = (rules: readonly PublishedRuleRef[]): boolean =>
  new Set(rules.map(({ ruleId }) => ruleId)).size < rules.length;

/** Returns the version that a group refers to, or `null` if it is covered by the groups by version, or by those by rule. */
function ruleOf({ kind, what }: EvaluationGroup, rules: readonly PublishedRuleRef[]): PublishedRuleRef | null {
  const named = kind.startsWith('version') ? rules[Number(what)]! : null;
  const own = rules.filter(({ ruleId }) => ruleId === (named?.ruleId ?? what));
  if (named) return own.length > 1 ? named : null;
  return own.length === 1 ? own[0]! : null;
}

const counterOf = { alert: 'alerts', suppressed: 'suppressed', skipped: 'skipped' } as const;
