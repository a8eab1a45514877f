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
    const evaluated = evaluatedIn(group.what).map((index) => rules[index]!);
    const runMicros = group.ms * 1_000;
    const weights = evaluated.reduce((sum, { weight }) => sum + weight, 0);
    return evaluated.map((rule) => {
      const micros = weights === 0 ? runMicros / evaluated.length : (runMicros * rule.weight) / weights;
      const timed = { micros, runMicros, microsCounts: inOneBucket(micros / count, count) };
      return [rule, { ...noCounts, executions: count, lastAt, ...timed }] as const;
    });
  }
  if (kind === 'hit' || kind === 'unknown' || kind === 'version hit' || kind === 'version unknown') {
    const rule = ruleOf(group, rules);
    if (!rule) return [];
    const { rejects } = group;
    return [[rule, kind.endsWith('hit') ? { ...noCounts, hits: count, rejects, lastHitAt: lastAt } : unknowns(count)]];
  }
  // Only what decides has effects, and of a rule one version does at most.
  const rule = rules.find(({ ruleId, status }) => ruleId === group.what && status === 'active');
  return rule ? [[rule, { ...noCounts, [memberOf[kind]]: count }]] : [];
}

const opening = '{"evaluated":[';

/** Indexes of rules, of the beginning of an outcome. */
function evaluatedIn(text: string): readonly number[] {
  if (!text.startsWith(opening)) throw new Error(`an outcome begins with ${text.slice(0, opening.length)}`);
  return JSON.parse(`[${text.slice(opening.length)}]`) as number[];
}

/** Whether two versions of one rule ran: then its id alone does not say which was a hit. */
export const hasTwoVersions = (rules: readonly CountedRule[]): boolean =>
  new Set(rules.map(({ ruleId }) => ruleId)).size < rules.length;

/** The version that a group is about; null: the groups by version are, or those by rule. */
function ruleOf({ kind, what }: RunGroup, rules: readonly CountedRule[]): CountedRule | null {
  const named = kind.startsWith('version') ? rules[Number(what)]! : null;
  const own = rules.filter(({ ruleId }) => ruleId === (named?.ruleId ?? what));
  if (named) return own.length > 1 ? named : null;
  return own.length === 1 ? own[0]! : null;
}

const unknowns = (count: number): RuleCounts => ({ ...noCounts, unknowns: count });

const memberOf = { alert: 'alerts', suppressed: 'suppressed', skipped: 'skipped' } as const;

const inOneBucket = (micros: number, count: number): readonly number[] => {
  const counts = new Array<number>(timeBuckets).fill(0);
  counts[bucketOf(micros)] = count;
  return counts;
};
