import { type AuditEntry, changesBetween, createdWith, rulesActor } from '../../../platform/audit/index.js';
import type { Transaction } from './transaction.js';

/** The run whose effects are told of. */
export interface RunNames {
  readonly transactionId: string;
  readonly evaluationId: string;
}

/** What became of a payment with its creation; who pays and how stands in the record alone. */
export const transactionCreated = (transaction: Transaction): AuditEntry => {
  const { id, externalId, status, amount, currency, last } = transaction;
  return {
    event: 'transaction_created',
    resourceType: 'transaction',
    resourceId: id,
    summary: `transaction ${externalId} created`,
    changes: createdWith({
      externalId,
      status,
      amount,
      currency,
      decision: last?.decision,
      riskScore: last?.riskScore,
    }),
    relatedIds: {
      transactionId: id,
      ...(last && { evaluationId: last.evaluationId, ruleSetVersion: last.ruleSetVersion }),
    },
  };
};

export const transactionMoved = (
  { transactionId, evaluationId }: RunNames,
  { ruleId, from, to, reason }: { ruleId: string; from: string; to: string; reason: string | null },
): AuditEntry => ({
  event: 'transaction_status_changed',
  resourceType: 'transaction',
  resourceId: transactionId,
  summary: `status ${from} to ${to}`,
  changes: changesBetween({ status: from }, { status: to }, ['status']),
  reason,
  relatedIds: { transactionId, evaluationId, ruleId },
  actor: rulesActor(ruleId),
});

export const entityMoved = (
  { transactionId, evaluationId }: RunNames,
  { entityId, ruleId, from, to }: { entityId: string; ruleId: string; from: string; to: string },
): AuditEntry => ({
  event: 'entity_status_changed',
  resourceType: 'entity',
  resourceId: entityId,
  summary: `status ${from} to ${to}`,
  changes: changesBetween({ status: from }, { status: to }, ['status']),
  relatedIds: { transactionId, evaluationId, ruleId },
  actor: rulesActor(ruleId),
});

export const alertRaised = (
  { transactionId, evaluationId }: RunNames,
  { alertId, ruleId, title, severity }: { alertId: string; ruleId: string; title: string; severity: string },
): AuditEntry => ({
  event: 'alert_created',
  resourceType: 'alert',
  resourceId: alertId,
  summary: `${severity} alert created`,
  changes: createdWith({ title, severity }),
  relatedIds: { transactionId, evaluationId, ruleId, alertId },
  actor: rulesActor(ruleId),
});

export const itemAdded = (
  { transactionId, evaluationId }: RunNames,
  { listId, ruleId }: { listId: string; ruleId: string },
): AuditEntry => ({
  event: 'data_list_items_added',
  resourceType: 'data_list',
  resourceId: listId,
  summary: '1 item added',
  relatedIds: { transactionId, evaluationId, ruleId },
  actor: rulesActor(ruleId),
});
