import type { EvaluatorComponents } from './evaluator.js';
import type { SetRule } from '../rules/set-rule.js';

/** With more differing rules, checking each of them costs as much as evaluating the set. */
const maxDiffering = 8;

/** A set that equals another one except for a few rules. */
export interface Twin {
  /** Index of the equal set, which precedes it. */
  readonly firstIndex: number;
  /** Indexes of the differing rules, which are the same in both sets. */
  readonly differing: readonly number[];
}

/** Returns everything about a rule that affects an evaluation in which it does not hit, other than its condition. */
const ruleMetadataKey = ({ content, shadow, checked }: SetRule): string => {
  const { targets, triggers, evaluate, matrices, scope, effective } = checked;
  return JSON.stringify([content.ruleId, shadow, targets, triggers, evaluate, matrices, scope, effective]);
};

/** Returns everything in a set except its rules and lists. */
function settingsOf({ content }: EvaluatorComponents): string {
  const { rules: _rules, lists: _lists, ...rest } = content;
  return JSON.stringify(rest);
}

const isSame = (a: EvaluatorComponents, b: EvaluatorComponents, index: number): boolean =>
  a.compiled[index]?.plan === b.compiled[index]?.plan &&
  JSON.stringify(a.rules[index]?.content) === JSON.stringify(b.rules[index]?.content);

function twin(first: EvaluatorComponents, other: EvaluatorComponents, of: number): Twin | null {
  if (first.rules.length !== other.rules.length || settingsOf(first) !== settingsOf(other)) return null;
  const differing: number[] = [];
  for (let index = 0; index < first.rules.length; index++) {
    if (isSame(first, other, index)) continue;
    if (ruleMetadataKey(first.rules[index] as SetRule) !== ruleMetadataKey(other.rules[index] as SetRule)) return null;
    if (differing.push(index) > maxDiffering) return null;
  }
  return { firstIndex: of, differing };
}

/**
 * Returns, for each set of one plan, the first set of which it is a twin; `null` if there is none. If no differing rule hits or is unknown
 * in either set, both have the same outcome.
 */
export function findTwins(sets: readonly EvaluatorComponents[]): readonly (Twin | null)[] {
  return sets.map((set, at) => {
    for (let of = 0; of < at; of++) {
      const found = twin(sets[of] as EvaluatorComponents, set, of);
      if (found) return found;
    }
    return null;
  });
}
