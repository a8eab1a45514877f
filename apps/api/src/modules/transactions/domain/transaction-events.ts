import { mergeObjects, RawJson, stringifyJson } from '../../../platform/http/index.js';
import type { OutboxEvent } from '../../../platform/outbox/index.js';
import type { RunReport } from '../../evaluations/index.js';
import { flags } from './decided-transaction.js';
import { changedFields, shownChanges } from './transaction-patch.js';
import { transactionViewJson } from './transaction-view.js';
import type { PartyEntities, Transaction } from './transaction.js';

/** A transaction with what is shown of its parties. */
interface Shown {
  readonly transaction: Transaction;
  readonly entities: PartyEntities;
}

/** `json`: the view of the transaction, where it was made before. */
const snapshotJson = (
  { transaction, entities }: Shown,
  json: string = transactionViewJson(transaction, entities),
): string => `{"transactionId":${JSON.stringify(transaction.id)},${json.slice(1)}`;

/** With further members, of which some take the place of those of the view. */
const snapshotWith = (shown: Shown, more: object, json?: string): RawJson =>
  new RawJson(mergeObjects(snapshotJson(shown, json), stringifyJson(more), 'shallow'));

/** `transaction.status_changed`. */
const statusChanged = (
  { organizationId, id, externalId, last }: Transaction,
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
  },
});

/**
 * What rules made of a transaction, whose status they found as `from`: `transaction.status_changed`, `transaction.flagged`. `json`: its
 * view as text, where it was made before.
 */
export function ruleEvents(
  shown: Shown,
  from: string,
  report: RunReport | null,
  json?: string,
): readonly OutboxEvent[] {
  if (!report) return [];
  const { transaction } = shown;
  const { decided, applied } = report;
  const { move } = applied;
  const flagged = (): object => ({
    decision: decided.outcome.decision,
    suggestion: decided.outcome.suggestion,
    alerts: applied.actions.alerts,
    evaluationId: decided.run.evaluationId,
    ruleSetVersion: decided.set.version,
  });
  return [
    ...(move ? [statusChanged(transaction, { ...move, previousStatus: from })] : []),
    ...(flags(report)
      ? [
          {
            organizationId: transaction.organizationId,
            event: 'transaction.flagged',
            payload: snapshotWith(shown, flagged(), json),
          },
        ]
      : []),
  ];
}

/** What is announced of a new transaction, whose status was `from` before its rules ran. `json`: its view as text. */
export function createdEvents(
  shown: Shown & { readonly json: string },
  from: string,
  report: RunReport | null,
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
  report: RunReport | null,
): readonly OutboxEvent[] {
  const shown = { transaction: stored, entities };
  const { status, reason } = changed;
  return [
    ...(status === before.status ? [] : [statusChanged(stored, { previousStatus: before.status, status, reason })]),
    {
      organizationId: stored.organizationId,
      event: 'transaction.updated',
      payload: snapshotWith(shown, { changes: shownChanges(changedFields(before, stored)) }),
    },
    ...ruleEvents(shown, status, report),
  ];
}
