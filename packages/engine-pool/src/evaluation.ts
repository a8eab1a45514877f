import type { Decision, RiskLevel, EvaluationParams, EvaluationOutcome, Suggestion } from '@tamis/engine';
import type { ListRevision } from './lists/list-revision.js';

/** Request for one evaluation. */
export interface EvaluationRequest {
  /** Result of `load` for the rule set. */
  readonly key: string;
  /** JSON text of a `Context`. */
  readonly contextJson: string;
  /** JSON text of `Facts`. */
  readonly factsJson: string;
  readonly params: EvaluationParams;
  /** Revisions of lists, used for reads that the facts do not contain. */
  readonly lists?: readonly ListRevision[];
}

/** The result of an evaluation. Frequently used values are cheap to read, and the rest is created on demand. */
export interface Evaluation {
  /** Key of the rule set that was evaluated. */
  readonly key: string;
  readonly decision: Decision;
  readonly totalScore: number;
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly suggestion: Suggestion | null;
  /** Returns the indexes of the rules that count as hits, ascending. */
  hits(): readonly number[];
  /** Returns the complete outcome in the form of `CompiledRuleSet.evaluate`. For results of workers it is parsed on each call. */
  outcome(): EvaluationOutcome;
  /** Returns the result of `JSON.stringify` for the outcome. For results of workers it already exists. */
  outcomeJson(): string;
}
