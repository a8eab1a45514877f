import type { Effect } from '@tamis/engine';
import type { JsonValue } from '@tamis/stdx';

import type { AuditEntry } from '../../../platform/audit/index.js';
import type { TransactionClient } from '../../../platform/database/index.js';
import { writeAlerts, type AlertType, type NewAlert, type Severity } from '../../alerts/index.js';
import { conditionsOf, ruleOf } from '../domain/met-conditions.js';
import { alertRaised, runNames } from '../domain/run-audit.js';
import type { RaisedAlert } from '../domain/run-report.js';
import { snapshotOf } from '../domain/run-subject.js';
import type { EffectTarget } from './apply-effects.js';

type AlertEffect = Extract<Effect, { readonly kind: 'createAlert' }>;

export interface AppliedAlerts {
  /** As `actionsExecuted.alerts` lists them. */
  readonly shown: readonly JsonValue[];
  /** Those that are new, and not counted on an earlier one. */
  readonly raised: readonly RaisedAlert[];
  readonly entries: readonly AuditEntry[];
}

const hourMs = 3_600_000;

/** Raises the alerts of a run. They belong to the logical time of the run, as the windows that suppress them do. */
export async function applyAlerts(
  client: TransactionClient,
  target: EffectTarget,
  effects: readonly AlertEffect[],
): Promise<AppliedAlerts> {
  if (effects.length === 0) return { shown: [], raised: [], entries: [] };
  const { subject, decided } = target;
  const alerts = effects.map((effect) => newAlert(effect, target));
  const written = await writeAlerts(client, subject.organizationId, alerts, subject.now);
  const shown = effects.map(({ ruleId, title, severity }, index) => {
    const { alertId, deduplicated } = written[index]!;
    return { alertId, ruleId, title, severity, ...(deduplicated && { deduplicatedInto: alertId }) };
  });
  const raised = alerts.flatMap((alert, index) => {
    const { alertId, deduplicated } = written[index]!;
    return deduplicated ? [] : [{ ...alert, alertId }];
  });
  const names = runNames(subject, decided.run.evaluationId);
  return { shown, raised, entries: raised.map((alert) => alertRaised(names, alert)) };
}

function newAlert(effect: AlertEffect, { subject, decided }: EffectTarget): NewAlert {
  const rule = ruleOf(decided, effect.ruleId);
  return {
    title: effect.title,
    severity: effect.severity as Severity,
    type: effect.type as AlertType,
    ruleId: effect.ruleId,
    ruleVersion: effect.ruleVersion,
    riskContribution: rule.checked.score,
    evaluationId: decided.run.evaluationId,
    ruleSetVersion: decided.set.version,
    transactionId: subject.recordType === 'transaction' ? subject.recordId : null,
    userEventId: subject.recordType === 'user_event' ? subject.recordId : null,
    entity: subject.entity && snapshotOf(subject.entity),
    triggerCondition: {
      ruleName: rule.checked.name,
      values: effect.values as JsonValue,
      conditions: conditionsOf(decided, rule),
    },
    dedupe: effect.dedupe && {
      key: effect.dedupe.value,
      windowMs: effect.dedupe.hours === null ? null : effect.dedupe.hours * hourMs,
    },
  };
}
