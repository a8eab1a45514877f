import type { Expression } from '../ast/expression.js';
import type { CheckedRule } from '../check/checked-rule.js';

/** A concrete context, limited to what the condition reads. */
export interface Witness {
  /** Fields of the subject by text path, as the API stores them; `null` if missing. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Other facts by their text: aggregates, function results, comparisons of two fields, parts of conditions. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A part of a condition on which a finding is based. */
export interface Ground {
  readonly node: Expression;
  /** What must hold for it to be true, in words; `null` if that involves more than one variable. */
  readonly needs: string | null;
  /** A context in which it is true; `null` if none was found. */
  readonly witness: Witness | null;
}

export type ConditionKind =
  /** It is true in no context. */
  | 'neverTrue'
  /** It is false in no context. */
  | 'neverFalse'
  /** It is true in no context together with the rest of the condition. */
  | 'deadBranch'
  /** Removing it from its group changes no outcome in any context. */
  | 'redundant';

/** A finding about a condition or a part of it (W1301). */
export interface ConditionFinding {
  readonly kind: ConditionKind;
  readonly rule: CheckedRule;
  readonly node: Expression;
  /** Parts that contradict or imply it; for `neverTrue`, its own parts. */
  readonly grounds: readonly Ground[];
  /** A context in which it is true; `null` if it never is. */
  readonly witness: Witness | null;
}

/** Whenever `rule` hits, `wider` also hits. With `equal`, the reverse is also true (W1302). */
export interface RuleFinding {
  readonly kind: 'subsumed' | 'equal';
  readonly rule: CheckedRule;
  readonly wider: CheckedRule;
  readonly matrix: string;
  /** A context in which both hit. */
  readonly witness: Witness | null;
  /** A context in which only the wider rule hits; `null` for equal rules, or if none was found. */
  readonly onlyWider: Witness | null;
}

/** The possible totals of the other rules of a matrix. */
export interface ScoreRange {
  readonly matrix: string;
  /** Minimum and maximum total without the rule. All totals are multiples of `step` (0 if only the total 0 is possible). */
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  /** Points at which the level or the decision changes, in ascending order. */
  readonly boundaries: readonly number[];
}

/** Regardless of which other rules hit, level and decision are the same with and without the rule's score (W1304). */
export interface ScoreFinding {
  readonly kind: 'score';
  readonly rule: CheckedRule;
  /** Empty for rules that are executed after the response, whose scores do not count. */
  readonly reaches: readonly ScoreRange[];
}

export type Finding = ConditionFinding | RuleFinding | ScoreFinding;
