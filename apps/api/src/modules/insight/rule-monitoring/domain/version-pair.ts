import type { SetRule } from '@tamis/engine';

import type { LoadedRuleSet } from '../../../decisions/rule-sets/index.js';

export type FoundOutcome = 'hit' | 'no_hit' | 'unknown';

/** Two versions of a rule that ran in the same evaluations, in the set of one publication. */
export interface VersionPair {
  readonly set: LoadedRuleSet;
  readonly base: SetRule;
  readonly head: SetRule;
  /** Indexes by which evaluations refer to them. */
  readonly baseIndex: number;
  readonly headIndex: number;
}

/** Returns `null` if the set does not include both versions. */
export function versionPair(set: LoadedRuleSet, ruleId: string, base: number, head: number): VersionPair | null {
  const { rules } = set.compiled;
  const indexOf = (version: number): number =>
    rules.findIndex(({ content }) => content.ruleId === ruleId && content.version === version);
  const [baseIndex, headIndex] = [indexOf(base), indexOf(head)];
  if (baseIndex < 0 || headIndex < 0) return null;
  return { set, base: rules[baseIndex]!, head: rules[headIndex]!, baseIndex, headIndex };
}

export const versionChanges = ['gained', 'lost', 'same', 'unknown'] as const;
export type VersionChange = (typeof versionChanges)[number];

/** Returns how the result for a record differs between the versions; `null` if neither hits or is unknown. */
export function versionChangeOf(base: FoundOutcome, head: FoundOutcome): VersionChange | null {
  if (base !== head && (base === 'unknown' || head === 'unknown')) return 'unknown';
  if (base === head) return base === 'hit' ? 'same' : null;
  return head === 'hit' ? 'gained' : 'lost';
}
