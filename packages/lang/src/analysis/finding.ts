import type { Expression } from '../ast/expression.js';
import type { CheckedRule } from '../check/checked-rule.js';

/** A concrete context, as far as the question looks at one. */
export interface Witness {
  /** Fields of the subject by text path, as the API stores them; null: missing. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Other facts by their text: aggregates, results of functions, how two fields compare, parts of conditions. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** One of the parts of a condition a finding rests on. */
export interface Ground {
  readonly node: Expression;
  /** What must be so for it to be true, in words; null where that is more than one thing. */
  readonly needs: string | null;
  /** A context in which it is true; null where none was found. */
  readonly witness: Witness | null;
}

export type ConditionKind =
  /** In no context is it true. */
  | 'neverTrue'
  /** In no context is it false. */
  | 'neverFalse'
  /** In no context is it true together with the rest of the condition. */
  | 'deadBranch'
  /** Leaving it out of its group changes no outcome, in no context. */
  | 'redundant';

/** About a part of a condition, or all of it (W1301). */
export interface ConditionFinding {
  readonly kind: ConditionKind;
  readonly rule: CheckedRule;
  readonly node: Expression;
  /** Parts it clashes with or follows from; those of itself for `neverTrue`. */
  readonly grounds: readonly Ground[];
  /** A context in which it is true; null for what never is. */
  readonly witness: Witness | null;
}

/** Whenever `rule` hits, `wider` hits too; `equal`: and the other way round (W1302). */
export interface RuleFinding {
  readonly kind: 'subsumed' | 'equal';
  readonly rule: CheckedRule;
  readonly wider: CheckedRule;
  readonly matrix: string;
  /** A context in which both hit. */
  readonly witness: Witness | null;
  /** A context in which only the wider one hits; null for equal ones, and where none was found. */
  readonly onlyWider: Witness | null;
}

/** What the other rules of a matrix can add up to. */
export interface ScoreRange {
  readonly matrix: string;
  /** Totals without the rule: at least, at most, and all of them multiples of `step` (0: there is only the total 0). */
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  /** Points at which the label or the decision changes, rising. */
  readonly boundaries: readonly number[];
}

/** Whatever else hits, label and decision are the same with and without the rule's score (W1304). */
export interface ScoreFinding {
  readonly kind: 'score';
  readonly rule: CheckedRule;
  /** Empty: scores of rules that run after the answer do not count. */
  readonly reaches: readonly ScoreRange[];
}

export type Finding = ConditionFinding | RuleFinding | ScoreFinding;
