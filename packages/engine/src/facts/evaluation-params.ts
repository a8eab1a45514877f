import type { Target } from '@tamis/lang';

/** What decides which rules of a set are evaluated, and what they need to know. */
export interface EvaluationScope {
  readonly target: Target;
  /** Word of the trigger: `created`, `updated`, `status_changed`, `manual` … `manual` runs a rule whatever its triggers. */
  readonly trigger: string;
  /** Logical time, milliseconds since 1970 UTC: `transactedAt` of a transaction, `timestamp` of a user event. */
  readonly now: number;
  /** Keys of the matrices to execute: those of the request, else those of the entity. Absent: the defaults of the rule set. */
  readonly matrices?: readonly string[];
  /** `async`: the run after the answer, of the rules written for it. Absent: `sync`. */
  readonly stage?: 'sync' | 'async';
}

/** One evaluation: everything besides rule set, context and facts that its result depends on. Pure JSON. */
export interface EvaluationParams extends EvaluationScope {
  /** Ids of effects derive from it. */
  readonly evaluationId: string;
}
