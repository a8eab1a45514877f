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

/** Whether an evaluation by itself makes its transaction a flagged one. */
const isFlaggedBy = ({ decided, applied }: EvaluationReport): boolean =>
  decided.outcome.suggestion !== null || applied.raised.length > 0;

/**
 * Returns a transaction with the results of an evaluation: decision, status and flag. `hasOpenAlert` refers to alerts of earlier
 * evaluations.
 */
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

/** Returns the audit entry for the creation of a payment. The parties and payment methods appear only in the record itself. */
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

/** Returns the audit entry for a status change made by a rule. */
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

/**
 * Returns the changed top-level keys if the field is an object. The audit trail shows what changed, and the record shows the current state.
 */
function changedMembers({ isObject, previous, current }: ChangedField): {
  readonly previous: unknown;
  readonly current: unknown;
} {
  if (!isObject) return { previous, current };
  const [before, after] = differentMembers(previous ?? '{}', current ?? '{}');
  return { previous: before, current: after };
}

/** Returns the audit entry for a change made by a caller. `comment` is stored only here, not in the record. */
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

/** A transaction with the displayed data of its parties. */
interface TransactionWithEntities {
  readonly transaction: Transaction;
  readonly entities: PartyEntities;
}

/**
 * Returns the masked snapshot of a transaction, since the readers of an event are not known. `json` is the view of the transaction, if it
 * was already built.
 */
const snapshotJson = ({ transaction, entities }: TransactionWithEntities, json?: string): string => {
  const masked =
    json === undefined ? transactionViewJson(transaction, entities, 'masked') : withAccountNumbers(json, 'masked');
  return `{"transactionId":${JSON.stringify(transaction.id)},${masked.slice(1)}`;
};

/** Adds members that the view does not have. */
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
  // The decision in the view is usually that of this evaluation. Scanning the view costs many times more than writing the members.
  if (shown.transaction.last?.evaluationId === run.evaluationId) return flagged;
  return mergeObjects(flagged, stringifyJson({ decision, ruleSetVersion: set.version }), 'shallow');
}

/**
 * Returns the events for what rules changed on a transaction: `transaction.status_changed` and `transaction.flagged`. `from` is the status
 * before the rules ran. `json` is the view of the transaction as text, if it was already built.
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

/** Returns the events for a new transaction. `from` is its status before its rules ran, and `json` is its view as text. */
export function createdEvents(
  shown: TransactionWithEntities & { readonly json: string },
  from: string,
  report: EvaluationReport | null,
): readonly OutboxEvent[] {
  const { organizationId } = shown.transaction;
  const payload = new RawJson(snapshotJson(shown, shown.json));
  return [{ organizationId, event: 'transaction.created', payload }, ...ruleEvents(shown, from, report, shown.json)];
}

/** A transaction before a change, after the change, and after its rules ran. */
export interface ChangeStates {
  readonly before: Transaction;
  readonly changed: Transaction;
  readonly stored: Transaction;
}

/** Returns the events for a change. */
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
