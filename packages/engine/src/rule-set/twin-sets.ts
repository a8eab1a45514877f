import type { EvaluatorComponents } from './evaluator.js';
import type { SetRule } from '../rules/set-rule.js';

/** Beyond, looking at each of the rules that differ costs as much as evaluating the set. */
const maxDiffering = 8;

/** A set that is another one but for a few rules. */
export interface Twin {
  /** Which of the sets before it. */
  readonly firstIndex: number;
  /** Indexes of the rules that differ, in both sets the same. */
  readonly differing: readonly number[];
}

/** What a run does with a rule besides evaluating its condition, as long as it does not hit. */
const ruleMetadataKey = ({ content, shadow, checked }: SetRule): string => {
  const { targets, triggers, evaluate, matrices, scope, effective } = checked;
  return JSON.stringify([content.ruleId, shadow, targets, triggers, evaluate, matrices, scope, effective]);
};

/** Everything of a set but its rules and where their lists are. */
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
 * For each set over one plan the first one it is a twin of; null: none. Where no rule that differs hits in either, nor is unknown,
 * both have the same outcome.
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
