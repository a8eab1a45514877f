import type { JsonValue } from '@tamis/stdx';

import type { AlertType, AssigneeType, Severity, SourceSystem } from './alert-enumerations.js';

/** The party an alert is about, as it was when the alert was raised. */
export interface EntitySnapshot {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string;
  readonly type: string;
  readonly riskScore: number;
  readonly status: string;
}

/** When a further alert of the same rule for the same value is counted on the earlier one instead of stored. */
export interface AlertDedupe {
  readonly key: string;
  /** Milliseconds before `at` in which the earlier alert was created; null: as long as the earlier one is open. */
  readonly windowMs: number | null;
}

/** What is said of an alert, whoever raises it. */
export interface AlertContent {
  readonly title: string;
  readonly severity: Severity;
  readonly type: AlertType;
  readonly description?: string | null;
  readonly category?: string | null;
  readonly transactionId?: string | null;
  readonly userEventId?: string | null;
  readonly entity?: EntitySnapshot | null;
  readonly tags?: readonly string[];
  readonly assignedTo?: string | null;
  readonly assignedToType?: AssigneeType | null;
}

/** An alert that a rule raises, or a matrix by its score. */
export interface NewAlert extends AlertContent {
  readonly ruleId: string | null;
  readonly ruleVersion: number | null;
  readonly riskMatrixId?: string | null;
  /** Default: `rules_engine`. */
  readonly sourceSystem?: 'risk_matrix';
  /** The score of the rule or of the matrix. */
  readonly riskContribution: number;
  readonly evaluationId: string;
  readonly ruleSetVersion: string;
  /** `{ruleName, threshold?, actual?, conditions?, unknownBecause?}` */
  readonly triggerCondition?: JsonValue;
  readonly dedupe?: AlertDedupe | null;
}

/** An alert that somebody raises without a rule. */
export interface ManualAlert extends AlertContent {
  readonly sourceSystem: Exclude<SourceSystem, 'rules_engine'>;
}

export interface WrittenAlert {
  /** The alert's id, or that of the earlier alert it was counted on. */
  readonly alertId: string;
  readonly deduplicated: boolean;
}
