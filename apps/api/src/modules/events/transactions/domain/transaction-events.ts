import { differentMembers, mergeObjects, RawJson, stringifyJson } from '../../../../platform/http/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import {
  type EvaluationReport,
  toEvaluationRefs,
  type RecordStatusChange,
  executedIds,
} from '../../../decisions/evaluations/index.js';
import { changedFields, toAnnouncedChanges, type ChangedField } from './transaction-patch.js';
import { withAccountNumbers } from '../../../../platform/account-numbers/index.js';
import { transactionViewJson } from './transaction-view.js';
import type { PartyEntities, Transaction } from './transaction.js';
import {
  type AuditEntry,
  creationChanges,
  diffChanges,
  rulesActor,
  toChange,
} from '../../../../platform/audit/index.js';
import { withStatus } from './status-transition.js';

export function createdEntries(
  draft: Transaction,
  transaction: Transaction,
  report: EvaluationReport,
): readonly AuditEntry[] {
  const { entries, move } = report.applied;
  const created = transactionCreated({ ...transaction, status: draft.status });
  return [created, ...entries, ...(move ? [transactionStatusChangedByRule(report, draft.status, move)] : [])];
}

/** Whether a run alone makes its transaction a flagged one. */
const isFlaggedBy = ({ decided, applied }: EvaluationReport): boolean =>
  decided.outcome.suggestion !== null || applied.raised.length > 0;

/** A transaction with what a run left on it: decision, status, flag. `hasOpenAlert`: of earlier runs. */
export function withDecision(transaction: Transaction, report: EvaluationReport, hasOpenAlert: boolean): Transaction {
  const { decided, applied, evaluatedAt } = report;
  const { set, run, outcome } = decided;
  const { move } = applied;
  const moved = move ? withStatus(transaction, { ...move, changedAt: evaluatedAt, changedBy: 'rule' }) : transaction;
  return {
    ...moved,
    flagged: hasOpenAlert || isFlaggedBy(report),
    last: {
      evaluationId: run.evaluationId,
      ruleSetVersion: set.version,
      riskScore: outcome.riskScore,
      decision: outcome.decision,
      riskMatrixIds: executedIds(set, outcome.matrices),
      evaluatedAt,
    },
  };
}

/** What became of a payment with its creation; who pays and how stands in the record alone. */
export const transactionCreated = (transaction: Transaction): AuditEntry => {
  const { id, externalId, status, amount, currency, last } = transaction;
  return {
    event: 'transaction_created',
    resourceType: 'transaction',
    resourceId: id,
    summary: `transaction ${externalId} created`,
    changes: creationChanges({
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
export const transactionStatusChangedByRule = (
  { subject, decided }: EvaluationReport,
  from: string,
  { ruleId, status, reason }: RecordStatusChange,
): AuditEntry => ({
  event: 'transaction_status_changed',
  resourceType: 'transaction',
  resourceId: subject.recordId,
  summary: `status ${from} to ${status}`,
  changes: diffChanges({ status: from }, { status }, ['status']),
  reason,
  relatedIds: { ...toEvaluationRefs(subject, decided.run.evaluationId), ruleId },
  actor: rulesActor(ruleId),
});

/** Of an object the top-level keys that differ: the trail tells what changed, the record what there is. */
function changedMembers({ isObject, previous, current }: ChangedField): {
  readonly previous: unknown;
  readonly current: unknown;
} {
  if (!isObject) return { previous, current };
  const [before, after] = differentMembers(previous ?? '{}', current ?? '{}');
  return { previous: before, current: after };
}

/** A change that a caller made. `comment` is theirs alone: the record does not have it. */
export function transactionChanged(before: Transaction, after: Transaction, comment: string | null = null): AuditEntry {
  const changed = changedFields(before, after);
  const names = changed.map(({ name }) => name);
  const isMove = before.status !== after.status;
  return {
    event: isMove ? 'transaction_status_changed' : 'transaction_updated',
    resourceType: 'transaction',
    resourceId: after.id,
    summary: isMove ? `status ${before.status} to ${after.status}` : `transaction changed: ${names.join(', ')}`,
    changes: Object.fromEntries(
      changed.map((field) => {
        const { previous, current } = changedMembers(field);
        return [field.name, toChange(field.name, previous, current)];
      }),
    ),
    reason: comment,
    relatedIds: { transactionId: after.id },
  };
}

/** A transaction with what is shown of its parties. */
interface TransactionWithEntities {
  readonly transaction: Transaction;
  readonly entities: PartyEntities;
}

/** `json`: the view of the transaction, where it was made before. Nobody knows who will read what is announced. */
const snapshotJson = ({ transaction, entities }: TransactionWithEntities, json?: string): string => {
  const masked =
    json === undefined ? transactionViewJson(transaction, entities, 'masked') : withAccountNumbers(json, 'masked');
  return `{"transactionId":${JSON.stringify(transaction.id)},${masked.slice(1)}`;
};

/** With further members, of which the view has none. */
const snapshotWith = (shown: TransactionWithEntities, more: object, json?: string): string =>
  `${snapshotJson(shown, json).slice(0, -1)},${withAccountNumbers(stringifyJson(more), 'masked').slice(1)}`;

/** `transaction.status_changed`. */
const statusChangedEvent = (
  { organizationId, id, externalId, origin, last }: Transaction,
  move: { readonly previousStatus: string; readonly status: string; readonly reason: string | null },
): OutboxEvent => ({
  organizationId,
  event: 'transaction.status_changed',
  payload: {
    transactionId: id,
    externalId,
    previousStatus: move.previousStatus,
    status: move.status,
    reason: move.reason,
    riskScore: last?.riskScore ?? null,
    originEntityId: origin.entityId,
  },
});

function flaggedJson(shown: TransactionWithEntities, { decided, applied }: EvaluationReport, json?: string): string {
  const { run, outcome, set } = decided;
  const { suggestion, decision } = outcome;
  const more = { suggestion, alerts: applied.actions.alerts, evaluationId: run.evaluationId };
  const flagged = snapshotWith(shown, more, json);
  // The decision that the view shows is mostly that of this run. To look through it costs many times what it costs to write it.
  if (shown.transaction.last?.evaluationId === run.evaluationId) return flagged;
  return mergeObjects(flagged, stringifyJson({ decision, ruleSetVersion: set.version }), 'shallow');
}

/**
 * What rules made of a transaction, whose status they found as `from`: `transaction.status_changed`, `transaction.flagged`. `json`: its
 * view as text, where it was made before.
 */
export function ruleEvents(
  shown: TransactionWithEntities,
  from: string,
  report: EvaluationReport | null,
  json?: string,
): readonly OutboxEvent[] {
  if (!report) return [];
  const { transaction } = shown;
  const { move } = report.applied;
  return [
    ...(move ? [statusChangedEvent(transaction, { ...move, previousStatus: from })] : []),
    ...(isFlaggedBy(report)
      ? [
          {
            organizationId: transaction.organizationId,
            event: 'transaction.flagged',
            payload: new RawJson(flaggedJson(shown, report, json)),
          },
        ]
      : []),
  ];
}

/** What is announced of a new transaction, whose status was `from` before its rules ran. `json`: its view as text. */
export function createdEvents(
  shown: TransactionWithEntities & { readonly json: string },
  from: string,
  report: EvaluationReport | null,
): readonly OutboxEvent[] {
  const { organizationId } = shown.transaction;
  const payload = new RawJson(snapshotJson(shown, shown.json));
  return [{ organizationId, event: 'transaction.created', payload }, ...ruleEvents(shown, from, report, shown.json)];
}

/** A transaction before a change, after it, and as its rules left it. */
export interface ChangeStates {
  readonly before: Transaction;
  readonly changed: Transaction;
  readonly stored: Transaction;
}

/** What is announced of a change. */
export function updatedEvents(
  { before, changed, stored }: ChangeStates,
  entities: PartyEntities,
  report: EvaluationReport | null,
): readonly OutboxEvent[] {
  const shown = { transaction: stored, entities };
  const { status, reason } = changed;
  return [
    ...(status === before.status
      ? []
      : [statusChangedEvent(stored, { previousStatus: before.status, status, reason })]),
    {
      organizationId: stored.organizationId,
      event: 'transaction.updated',
      payload: new RawJson(snapshotWith(shown, { changes: toAnnouncedChanges(changedFields(before, stored)) })),
    },
    ...ruleEvents(shown, status, report),
  ];
}
