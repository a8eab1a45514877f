import { isDeepStrictEqual } from 'node:util';

import { type AuditEntry, changesBetween, createdWith, rulesActor } from '../../../../platform/audit/index.js';
import { runNames, type RecordMove, type RunReport } from '../../../decisions/evaluations/index.js';
import { changedFields, type ChangedField } from './transaction-patch.js';
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

type Members = Readonly<Record<string, unknown>>;

const membersOf = (json: string | null): Members => (json === null ? {} : (JSON.parse(json) as Members));

/** Of an object the top-level keys that differ: the trail tells what changed, the record what there is. */
function reduced({ isObject, previous, current }: ChangedField): {
  readonly previous: unknown;
  readonly current: unknown;
} {
  if (!isObject) return { previous, current };
  const [before, after] = [membersOf(previous), membersOf(current)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]));
  const only = (members: Members): Members =>
    Object.fromEntries(changed.flatMap((key) => (Object.hasOwn(members, key) ? [[key, members[key]]] : [])));
  return { previous: only(before), current: only(after) };
}

/** A change that a caller made. `comment` is theirs alone: the record does not have it. */
export function transactionChanged(before: Transaction, after: Transaction, comment: string | null = null): AuditEntry {
  const changed = changedFields(before, after);
  const names = changed.map(({ name }) => name);
  const pairs = changed.map((field) => [field.name, reduced(field)] as const);
  const side = (which: 'previous' | 'current'): Members =>
    Object.fromEntries(pairs.map(([name, pair]) => [name, pair[which]]));
  const isMove = before.status !== after.status;
  return {
    event: isMove ? 'transaction_status_changed' : 'transaction_updated',
    resourceType: 'transaction',
    resourceId: after.id,
    summary: isMove ? `status ${before.status} to ${after.status}` : `transaction changed: ${names.join(', ')}`,
    changes: changesBetween(side('previous'), side('current'), names),
    reason: comment,
    relatedIds: { transactionId: after.id },
  };
}
