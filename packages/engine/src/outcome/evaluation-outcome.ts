import type { Cause } from '@tamis/lang';
import type { Effect } from './effect.js';

export type Decision = 'APPROVE' | 'REVIEW_REQUIRED' | 'HOLD' | 'REJECT';
export type Suggestion = 'FLAG' | 'SUSPEND' | 'BLOCK';
export type RiskLevel = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';

/** One condition leaf of a rule that hit or is unknown, in tree order. */
export interface LeafOutcome {
  /** Index among the condition items of the rule. */
  readonly index: number;
  /** JSON form of the actual value; absent if it is unknown or was not read. */
  readonly actual?: unknown;
  readonly outcome: 'true' | 'false' | 'unknown' | 'skipped';
  readonly because?: Cause;
}

/** A rule whose condition is true or unknown. All other evaluated rules did not hit. */
export interface RuleOutcome {
  /** Index into the rules of the set, in set order (descending priority, then age). */
  readonly rule: number;
  readonly outcome: 'hit' | 'unknown';
  /** Whether it counts for score and effects: a hit, or unknown under the policy `hit`. */
  readonly counts: boolean;
  readonly causes?: readonly Cause[];
  readonly leaves: readonly LeafOutcome[];
}

/** Result of one executed matrix from the scores of its rules. */
export interface MatrixOutcome {
  /** Key of the matrix. */
  readonly matrix: string;
  /** Whether it is in shadow or does not run on the event: its band does not count, and rules of no other matrix are only recorded. */
  readonly shadow: boolean;
  /** Sum over the hits of rules in the matrix. */
  readonly totalScore: number;
  /** 0 to 100, two decimals. */
  readonly normalizedScore: number;
  readonly level: RiskLevel;
  readonly band: Decision;
  /** Points at which the band begins; `null` below all bands. */
  readonly from: number | null;
  readonly rulesEvaluated: number;
  readonly rulesMatched: number;
}

export type DecisionReason =
  | {
      readonly source: 'matrix';
      readonly decision: Decision;
      /** Absent in an evaluation without matrices. */
      readonly riskMatrixId?: string;
      readonly totalScore: number;
      readonly from: number | null;
    }
  | { readonly source: 'suggestion'; readonly decision: Decision; readonly ruleId: string }
  | {
      readonly source: 'unknown_review';
      readonly decision: Decision;
      readonly ruleId: string;
      readonly unknownBecause: readonly Cause[];
    }
  | ({ readonly source: 'party_status' } & PartyRestriction);

/** A party of a payment whose status imposes a minimum decision. Contexts contain these as `partyRestrictions`. */
export interface PartyRestriction {
  readonly role: 'origin' | 'destination';
  readonly entityId: string;
  readonly status: string;
  readonly decision: Decision;
}

/** The result of an evaluation: plain data, equal for equal inputs. */
export interface EvaluationOutcome {
  /** Indexes of evaluated rules (target and trigger match). */
  readonly evaluated: readonly number[];
  /** Indexes of the rules whose condition is true, in set order, including shadow rules. */
  readonly hits: readonly number[];
  /** In an outcome returned by `evaluate`, this is computed on first access: do not change context and facts before then. */
  readonly outcomes: readonly RuleOutcome[];
  readonly totalScore: number;
  /** 0 to 100, two decimals. */
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly suggestion: Suggestion | null;
  readonly decision: Decision;
  readonly decisionBecause: readonly DecisionReason[];
  /** Results of the executed matrices, in order of execution; absent if there were none. */
  readonly matrices?: readonly MatrixOutcome[];
  /** Only in an evaluation after the response, whose scores have no effect: keys of the executed matrices, instead of `matrices`. */
  readonly executed?: readonly string[];
  readonly effects: readonly Effect[];
}
