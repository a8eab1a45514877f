import type { Decision, RiskLevel, EvaluationParams, EvaluationOutcome, Suggestion } from '@tamis/engine';
import type { ListRevision } from './lists/list-revision.js';

/** One evaluation. */
export interface EvaluationRequest {
  /** What `load` returned for the rule set. */
  readonly key: string;
  /** JSON text of a `Context`. */
  readonly contextJson: string;
  /** JSON text of `Facts`. */
  readonly factsJson: string;
  readonly params: EvaluationParams;
  /** Revisions that answer what the facts do not say of these lists. */
  readonly lists?: readonly ListRevision[];
}

/** The result of an evaluation. What is read often costs nothing to read; the rest is made on demand. */
export interface Evaluation {
  /** Of the rule set that gave it. */
  readonly key: string;
  readonly decision: Decision;
  readonly totalScore: number;
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly suggestion: Suggestion | null;
  /** Indexes of the rules that count as hits, ascending. */
  hits(): readonly number[];
  /** Everything, as `CompiledRuleSet.evaluate` returns it; from a worker it is parsed at each call. */
  outcome(): EvaluationOutcome;
  /** What `JSON.stringify` would make of it; from a worker it is there already. */
  outcomeJson(): string;
}
