import type { Target } from '@tamis/lang';

/** Determines which rules of a set are evaluated, and the data they depend on. */
export interface EvaluationScope {
  readonly target: Target;
  /** Trigger word: `created`, `updated`, `status_changed`, `manual` … `manual` evaluates a rule regardless of its triggers. */
  readonly trigger: string;
  /** Logical time, milliseconds since 1970 UTC: `transactedAt` of a transaction, `timestamp` of a user event. */
  readonly now: number;
  /**
   * Keys of the matrices to execute: those of the request, otherwise those of the entity. If absent, the defaults of the rule set are used.
   */
  readonly matrices?: readonly string[];
  /** `async`: the evaluation after the response, of the rules written for it. Defaults to `sync`. */
  readonly stage?: 'sync' | 'async';
}

/** Parameters of one evaluation: everything its result depends on besides rule set, context and facts. Plain JSON. */
export interface EvaluationParams extends EvaluationScope {
  /** Ids of effects are derived from it. */
  readonly evaluationId: string;
}
