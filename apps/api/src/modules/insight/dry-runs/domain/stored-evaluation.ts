import type { EvaluationEvent } from '@tamis/dry-run';

import type { ReplayedType } from './replay-plan.js';

/** What is stored of the run that decided on a record at its time. */
export interface RecordedOutcome {
  readonly ruleSetVersion: string;
  readonly decision: string;
  readonly totalScore: number;
  /** Ids of rules. */
  readonly hits: readonly string[];
}

/** Whom a record is about, as lists of records name it. */
export interface EntitySummary {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string;
  readonly type: string;
}

/** A run of the past with what is stored of it. */
export interface StoredEvaluation extends EvaluationEvent {
  readonly recordType: ReplayedType;
  readonly externalId: string | null;
  readonly entity: EntitySummary | null;
  /** Null: no rules ran, or one alone. */
  readonly recorded: RecordedOutcome | null;
}
