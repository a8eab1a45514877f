import type { Cause } from '@tamis/lang';
import type { Effect } from './effect.js';

export type Decision = 'APPROVE' | 'REVIEW_REQUIRED' | 'HOLD' | 'REJECT';
export type Suggestion = 'FLAG' | 'SUSPEND' | 'BLOCK';
export type RiskLevel = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';

/** One condition leaf of a rule that hit or is unknown, in tree order. */
export interface LeafOutcome {
  /** Index among the rule's condition items. */
  readonly index: number;
  /** JSON form of the value found; absent when unknown or not read. */
  readonly actual?: unknown;
  readonly outcome: 'true' | 'false' | 'unknown' | 'skipped';
  readonly because?: Cause;
}

/** A rule whose condition is true or unknown. Everything else evaluated is a plain no-hit. */
export interface RuleOutcome {
  /** Index into the rules of the set, in set order (priority descending, then age). */
  readonly rule: number;
  readonly outcome: 'hit' | 'unknown';
  /** Counts for score and effects: a hit, or unknown under the policy `hit`. */
  readonly counts: boolean;
  readonly causes?: readonly Cause[];
  readonly leaves: readonly LeafOutcome[];
}

/** What one executed matrix made of the scores of its rules. */
export interface MatrixOutcome {
  /** Key of the matrix. */
  readonly matrix: string;
  /** It is in shadow, or does not run on what happened: its band does not count, and a rule of no other matrix is recorded only. */
  readonly shadow: boolean;
  /** Sum over the hits tied to it. */
  readonly totalScore: number;
  /** 0 to 100, two decimals. */
  readonly normalizedScore: number;
  readonly level: RiskLevel;
  readonly band: Decision;
  /** Points from which the band holds; null below all bands. */
  readonly from: number | null;
  readonly rulesEvaluated: number;
  readonly rulesMatched: number;
}

export type DecisionReason =
  | {
      readonly source: 'matrix';
      readonly decision: Decision;
      /** Absent in a run without matrices. */
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

/** A party of a payment by whose status it is decided at least so. A context has them as `partyRestrictions`. */
export interface PartyRestriction {
  readonly role: 'origin' | 'destination';
  readonly entityId: string;
  readonly status: string;
  readonly decision: Decision;
}

/** The result of a run: pure data, equal for equal inputs. */
export interface EvaluationOutcome {
  /** Indexes of rules that were evaluated (target and trigger fit). */
  readonly evaluated: readonly number[];
  /** Indexes of the rules whose condition is true, in set order, shadow rules included. */
  readonly hits: readonly number[];
  /** Of an outcome fresh from `evaluate`, found when first read: leave context and facts as they are until then. */
  readonly outcomes: readonly RuleOutcome[];
  readonly totalScore: number;
  /** 0 to 100, two decimals. */
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly suggestion: Suggestion | null;
  readonly decision: Decision;
  readonly decisionBecause: readonly DecisionReason[];
  /** Of the executed matrices, in the order of execution; absent when there were none. */
  readonly matrices?: readonly MatrixOutcome[];
  /** Of a run after the answer, whose scores count nowhere: keys of the executed matrices, in place of `matrices`. */
  readonly executed?: readonly string[];
  readonly effects: readonly Effect[];
}
