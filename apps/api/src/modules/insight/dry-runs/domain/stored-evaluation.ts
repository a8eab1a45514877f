import type { EvaluationEvent } from '@tamis/dry-run';

import type { ReplayedType } from './replay-plan.js';

/** The stored result of the evaluation that originally decided on a record. */
export interface RecordedOutcome {
  readonly ruleSetVersion: string;
  readonly decision: string;
  readonly totalScore: number;
  /** Rule ids. */
  readonly hits: readonly string[];
}

/** The entity of a record, as displayed in lists of records. */
export interface EntitySummary {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string;
  readonly type: string;
}

/** A past evaluation with its stored data. */
export interface StoredEvaluation extends EvaluationEvent {
  readonly recordType: ReplayedType;
  readonly externalId: string | null;
  readonly entity: EntitySummary | null;
  /** `null` if no rules were evaluated, or only a single one. */
  readonly recorded: RecordedOutcome | null;
}
