import { type AuditEntry, changesBetween, createdWith, rulesActor } from '../../../platform/audit/index.js';
import { runNames, type RecordMove, type RunReport } from '../../evaluations/index.js';
import type { Transaction } from './transaction.js';

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

/** A move that a rule made. */
export const transactionMoved = (
  { subject, decided }: RunReport,
  from: string,
  { ruleId, status, reason }: RecordMove,
): AuditEntry => ({
  event: 'transaction_status_changed',
  resourceType: 'transaction',
  resourceId: subject.recordId,
  summary: `status ${from} to ${status}`,
  changes: changesBetween({ status: from }, { status }, ['status']),
  reason,
  relatedIds: { ...runNames(subject, decided.run.evaluationId), ruleId },
  actor: rulesActor(ruleId),
});
