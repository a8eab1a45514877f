import { addCounts, noCounts, type RuleCounts } from './rule-counts.js';
import type { RunGroup } from './run-groups.js';
import { bucketOf, timeBuckets } from './time-buckets.js';

/** A rule as a publication has it. */
export interface CountedRule {
  readonly ruleId: string;
  readonly version: number;
  readonly status: 'active' | 'shadow';
  /** Points of its cost. */
  readonly weight: number;
}

/** Rules of a publication in the order that runs name them by. */
export type RulesOfRun = (revision: number, alone: string | null) => readonly CountedRule[];

export interface CountedPeriod {
  readonly ruleId: string;
  readonly version: number;
  readonly period: 'minute' | 'hour';
  readonly at: Date;
  /** Of the publication; 0 for hours, which are of all. */
  readonly revision: number;
  readonly counts: RuleCounts;
}

const hourMs = 3_600_000;

/** What groups of runs add to the counts of each version of a rule, by minute and by hour. */
export function foldGroups(groups: readonly RunGroup[], rulesOf: RulesOfRun): readonly CountedPeriod[] {
  const minutes = new Map<string, CountedPeriod>();
  for (const group of groups)
    for (const [rule, counts] of countsOf(group, rulesOf(group.revision, group.alone)))
      add(minutes, { ...named(rule), period: 'minute', at: group.minute, revision: group.revision, counts });
  const hours = new Map<string, CountedPeriod>();
  for (const each of minutes.values()) {
    const at = new Date(Math.floor(each.at.getTime() / hourMs) * hourMs);
    add(hours, { ...each, period: 'hour', at, revision: 0 });
  }
  return [...minutes.values(), ...hours.values()];
}

const named = ({ ruleId, version }: CountedRule) => ({ ruleId, version });

function add(to: Map<string, CountedPeriod>, each: CountedPeriod): void {
  const key = `${each.ruleId} ${each.version} ${each.at.getTime()} ${each.revision}`;
  const before = to.get(key);
  to.set(key, before ? { ...before, counts: addCounts(before.counts, each.counts) } : each);
}

function countsOf(group: RunGroup, rules: readonly CountedRule[]): readonly (readonly [CountedRule, RuleCounts])[] {
  const { kind, count, lastAt } = group;
  if (kind === 'run') {
    const evaluated = (JSON.parse(group.what) as number[]).map((index) => rules[index]!);
    const runMicros = group.ms * 1_000;
    const weights = evaluated.reduce((sum, { weight }) => sum + weight, 0);
    return evaluated.map((rule) => {
      const micros = weights === 0 ? runMicros / evaluated.length : (runMicros * rule.weight) / weights;
      const timed = { micros, runMicros, microsCounts: inOneBucket(micros / count, count) };
      return [rule, { ...noCounts, executions: count, lastAt, ...timed }] as const;
    });
  }
  if (kind === 'hit' || kind === 'unknown') {
    const rule = rules[Number(group.what)]!;
    const { rejects } = group;
    return [[rule, kind === 'hit' ? { ...noCounts, hits: count, rejects, lastHitAt: lastAt } : unknowns(count)]];
  }
  // Only what decides has effects, and of a rule one version does at most.
  const rule = rules.find(({ ruleId, status }) => ruleId === group.what && status === 'active');
  return rule ? [[rule, { ...noCounts, [memberOf[kind]]: count }]] : [];
}

const unknowns = (count: number): RuleCounts => ({ ...noCounts, unknowns: count });

const memberOf = { alert: 'alerts', suppressed: 'suppressed', skipped: 'skipped' } as const;

const inOneBucket = (micros: number, count: number): readonly number[] => {
  const counts = new Array<number>(timeBuckets).fill(0);
  counts[bucketOf(micros)] = count;
  return counts;
};
