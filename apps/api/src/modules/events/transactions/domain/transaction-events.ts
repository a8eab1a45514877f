import { mergeObjects, RawJson, stringifyJson } from '../../../../platform/http/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { RunReport } from '../../../decisions/evaluations/index.js';
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

/** With further members, of which the view has none. */
const snapshotAnd = (shown: Shown, more: object, json?: string): string =>
  `${snapshotJson(shown, json).slice(0, -1)},${stringifyJson(more).slice(1)}`;

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

function flaggedJson(shown: Shown, { decided, applied }: RunReport, json?: string): string {
  const { run, outcome, set } = decided;
  const { suggestion, decision } = outcome;
  const more = { suggestion, alerts: applied.actions.alerts, evaluationId: run.evaluationId };
  const flagged = snapshotAnd(shown, more, json);
  // The decision that the view shows is mostly that of this run. To look through it costs many times what it costs to write it.
  if (shown.transaction.last?.evaluationId === run.evaluationId) return flagged;
  return mergeObjects(flagged, stringifyJson({ decision, ruleSetVersion: set.version }), 'shallow');
}

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
  const { move } = report.applied;
  return [
    ...(move ? [statusChanged(transaction, { ...move, previousStatus: from })] : []),
    ...(flags(report)
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
      payload: new RawJson(snapshotAnd(shown, { changes: shownChanges(changedFields(before, stored)) })),
    },
    ...ruleEvents(shown, status, report),
  ];
}
