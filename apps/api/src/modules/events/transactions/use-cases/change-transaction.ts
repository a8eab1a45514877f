import { Injectable } from '@nestjs/common';
import { byPrincipal, recordAudit, type AuditEntry } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction as DatabaseTransaction } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import {
  analysisExecutedEntry,
  evaluationEvents,
  EvaluateRecord,
  announcedSummary,
  noMatrices,
  storeEvaluation,
  type EvaluationReport,
} from '../../../decisions/evaluations/index.js';
import {
  withDecision,
  transactionStatusChangedByRule,
  updatedEvents,
  type ChangeStates,
} from '../domain/transaction-events.js';
import type { LinkedEntities, PartyEntities, Transaction } from '../domain/transaction.js';
import { transactionSubject } from '../domain/transaction-view.js';
import {
  lockTransaction,
  transactionUpdate,
  updateTransaction,
  type LockedTransaction,
  type TransactionKey,
} from '../persistence/transaction-store.js';
import { GetTransaction } from './get-transaction.js';
import { LinkParties, partyEntities } from './new-transaction.js';

/** The changed transaction, and the audit entry for the change. */
export interface RequestedChange {
  readonly transaction: Transaction;
  readonly entry: AuditEntry;
}

export interface ChangeRequest {
  readonly principal: Principal;
  readonly key: TransactionKey;
  /** `null` if no rules are to be evaluated. */
  readonly trigger: 'updated' | 'status_changed' | null;
  /** Returns the change, or throws if it is not possible. The transaction is locked, so nobody else changes it meanwhile. */
  readonly change: (before: Transaction, now: Date) => RequestedChange;
}

export interface ChangedTransaction extends ChangeStates {
  readonly entities: PartyEntities;
  /** `null` if no rules were evaluated. */
  readonly report: EvaluationReport | null;
}

/** Changes a stored payment. The change, its decision and the effects of the decision are stored together or not at all. */
@Injectable()
export class ChangeTransaction {
  constructor(
    private readonly getTransaction: GetTransaction,
    private readonly parties: LinkParties,
    private readonly rules: EvaluateRecord,
    private readonly secrets: Secrets,
  ) {}

  /** Throws 404 if the organization does not have the transaction, and any error that `change` throws. */
  async change(request: ChangeRequest): Promise<ChangedTransaction> {
    const { principal, key, trigger } = request;
    const { transaction } = await this.getTransaction.get(principal.organizationId, key);
    const linked = trigger === null ? null : await this.parties.findLinked(transaction);
    // Without rules, only changes of the same transaction wait for each other. Queuing them keeps each from occupying a connection while it
    // waits.
    const queue = (linked && transaction.origin.entityId) ?? transaction.id;
    return this.rules.inTransaction(principal, queue, async (client) => {
      const { organizationId } = principal;
      const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
      const locked = await lockTransaction(client, organizationId, transaction.id, numbers);
      if (!locked) throw notFound('Transaction');
      return this.store(client, request, locked, linked);
    });
  }

  private async store(
    client: DatabaseTransaction,
    { principal, trigger, change }: ChangeRequest,
    { transaction: before, entities: shown, hasOpenAlert }: LockedTransaction,
    linked: LinkedEntities | null,
  ): Promise<ChangedTransaction> {
    const now = new Date();
    const wanted = change(before, now);
    const changed: Transaction = { ...wanted.transaction, updatedAt: now };
    const entities = linked ? partyEntities(linked) : shown;
    const report = linked && trigger && (await this.evaluate(client, changed, linked, trigger));
    const stored = report ? withDecision(changed, report, hasOpenAlert) : changed;
    const states: ChangeStates = { before, changed, stored };
    const events = updatedEvents(states, entities, report);
    if (report) {
      await storeEvaluation(client, report, {
        origin: { type: 'RULES', requestId: principal.from.requestId, triggeredBy: principal.actor.id },
        events: [...events, ...evaluationEvents(report, announcedSummary(report, 'hits'))],
        record: transactionUpdate(stored),
      });
    } else {
      await updateTransaction(client, stored);
      await writeEvents(client, events);
    }
    await recordAudit(client, byPrincipal(principal), [wanted.entry, ...ruleEntries(changed, report)]);
    return { ...states, entities, report };
  }

  /** Evaluates by the matrices of the last evaluation: those that a caller once named remain assigned to the payment. */
  private evaluate(
    client: DatabaseTransaction,
    changed: Transaction,
    linked: LinkedEntities,
    trigger: string,
  ): Promise<EvaluationReport> {
    return this.rules.evaluate(client, {
      subject: transactionSubject(changed, linked, partyEntities(linked)),
      trigger,
      matrices: { ...noMatrices, last: changed.last?.riskMatrixIds ?? [] },
    });
  }
}

function ruleEntries({ status }: Transaction, report: EvaluationReport | null): readonly AuditEntry[] {
  if (!report) return [];
  const { entries, move } = report.applied;
  return [
    ...entries,
    ...(move ? [transactionStatusChangedByRule(report, status, move)] : []),
    analysisExecutedEntry(report),
  ];
}
