import type { JsonValue } from '@tamis/stdx';

import type { AlertType, AssigneeType, Severity, SourceSystem } from './alert-enumerations.js';

/** The party an alert concerns, as it was when the alert was raised. */
export interface EntitySnapshot {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string;
  readonly type: string;
  readonly riskScore: number;
  readonly status: string;
}

/** When another alert of the same rule for the same value is counted on the earlier one instead of being stored. */
export interface AlertDedupe {
  readonly key: string;
  /** Milliseconds before `at` in which the earlier alert must have been created; `null` if it counts as long as it is open. */
  readonly windowMs: number | null;
}

/** Content of an alert, regardless of its source. */
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

/** An alert raised by a rule, or by a matrix because of its score. */
export interface NewAlert extends AlertContent {
  readonly ruleId: string | null;
  readonly ruleVersion: number | null;
  readonly riskMatrixId?: string | null;
  /** Defaults to `rules_engine`. */
  readonly sourceSystem?: 'risk_matrix';
  /** Score of the rule or matrix. */
  readonly riskContribution: number;
  readonly evaluationId: string;
  readonly ruleSetVersion: string;
  /** `{ruleName, threshold?, actual?, conditions?, unknownBecause?}` */
  readonly triggerCondition?: JsonValue;
  readonly dedupe?: AlertDedupe | null;
}

/** An alert raised without a rule. */
export interface ManualAlert extends AlertContent {
  readonly sourceSystem: Exclude<SourceSystem, 'rules_engine'>;
}

export interface WrittenAlert {
  /** Id of the alert, or of the earlier alert it was counted on. */
  readonly alertId: string;
  readonly deduplicated: boolean;
}
