import type { Effect } from '@tamis/engine';
import type { JsonValue } from '@tamis/stdx';

import type { AuditEntry } from '../../../platform/audit/index.js';
import type { TransactionClient } from '../../../platform/database/index.js';
import { writeAlerts, type AlertType, type EntitySnapshot, type NewAlert, type Severity } from '../../alerts/index.js';
import type { EntityContext } from '../../entities/index.js';
import { alertRaised } from '../domain/run-audit.js';
import type { EffectTarget } from './apply-effects.js';

type AlertEffect = Extract<Effect, { readonly kind: 'createAlert' }>;

export interface AppliedAlerts {
  /** As `actionsExecuted.alerts` lists them. */
  readonly shown: readonly JsonValue[];
  /** How many are new, and not counted on an earlier one. */
  readonly raised: number;
  readonly entries: readonly AuditEntry[];
}

const hourMs = 3_600_000;

/** Raises the alerts of a run. They belong to the logical time of the run, as the windows that suppress them do. */
export async function applyAlerts(
  client: TransactionClient,
  target: EffectTarget,
  effects: readonly AlertEffect[],
): Promise<AppliedAlerts> {
  if (effects.length === 0) return { shown: [], raised: 0, entries: [] };
  const { transaction } = target;
  const alerts = effects.map((effect) => newAlert(effect, target));
  const written = await writeAlerts(client, transaction.organizationId, alerts, transaction.transactedAt);
  const shown = effects.map(({ ruleId, title, severity }, index) => {
    const { alertId, deduplicated } = written[index]!;
    return { alertId, ruleId, title, severity, ...(deduplicated && { deduplicatedInto: alertId }) };
  });
  const names = { transactionId: transaction.id, evaluationId: target.decided.run.evaluationId };
  const entries = effects.flatMap(({ ruleId, title, severity }, index) => {
    const { alertId, deduplicated } = written[index]!;
    return deduplicated ? [] : [alertRaised(names, { alertId, ruleId, title, severity })];
  });
  return { shown, raised: entries.length, entries };
}

function newAlert(effect: AlertEffect, { transaction, linked, decided }: EffectTarget): NewAlert {
  const rule = decided.set.compiled.rules.find(({ content }) => content.ruleId === effect.ruleId);
  const index = rule ? decided.set.compiled.rules.indexOf(rule) : -1;
  const leaves = decided.outcome.outcomes.find((outcome) => outcome.rule === index)?.leaves ?? [];
  return {
    title: effect.title,
    severity: effect.severity as Severity,
    type: effect.type as AlertType,
    ruleId: effect.ruleId,
    ruleVersion: effect.ruleVersion,
    riskContribution: rule?.checked.score ?? 0,
    evaluationId: decided.run.evaluationId,
    ruleSetVersion: decided.set.version,
    transactionId: transaction.id,
    entity: snapshot(linked.origin ?? linked.destination),
    triggerCondition: {
      ruleName: rule?.checked.name ?? effect.rule,
      values: effect.values as JsonValue,
      conditions: leaves.map(({ index: leaf, actual, outcome }) => {
        const { field, operator, value } = rule!.items[leaf]!;
        return {
          field,
          operator,
          expectedValue: value as JsonValue,
          actualValue: (actual as JsonValue) ?? null,
          outcome,
        };
      }),
    },
    dedupe: effect.dedupe && {
      key: effect.dedupe.value,
      windowMs: effect.dedupe.hours === null ? null : effect.dedupe.hours * hourMs,
    },
  };
}

const snapshot = (entity: EntityContext | null): EntitySnapshot | null =>
  entity && {
    id: entity.id,
    externalId: entity.externalId,
    name: entity.name,
    type: entity.type,
    riskScore: entity.riskScore,
    status: entity.status,
  };
