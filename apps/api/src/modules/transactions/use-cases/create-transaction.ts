import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase, violatedConstraint, type TransactionClient } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { quotaExceeded } from '../../creation-quotas/index.js';
import { CurrencyRates } from '../../currency-rates/index.js';
import { setStatusByRule } from '../../entities/index.js';
import { runAnswer, runEvents, RunRules, storeRun, type RunReport } from '../../evaluations/index.js';
import { withDecision } from '../domain/decided-transaction.js';
import { transactionCreated, transactionMoved } from '../domain/transaction-audit.js';
import { createdEvents } from '../domain/transaction-events.js';
import { transactionSubject, type LinkedEntities } from '../domain/transaction-subject.js';
import type { PartyEntities, Transaction } from '../domain/transaction.js';
import type { CreateTransactionBody } from '../http/create-transaction.body.js';
import { findTransactionId, insertTransaction, transactionInsert } from '../persistence/transaction-store.js';
import { LinkParties } from './link-parties.js';
import { newTransaction, partyEntities, withWorth } from './new-transaction.js';

/** Who asks, and what was sent. */
export interface CreateRequest {
  readonly principal: Principal;
  readonly body: CreateTransactionBody;
  /** The body as text. */
  readonly raw: string;
  readonly requestId: string;
}

export interface CreatedTransaction {
  readonly transaction: Transaction;
  readonly entities: PartyEntities;
  /** Null: the caller asked for no rules. */
  readonly report: RunReport | null;
}

/** `POST /transactions`: one payment, its decision and everything the decision does, stored together or not at all. */
@Injectable()
export class CreateTransaction {
  constructor(
    private readonly database: TenantDatabase,
    private readonly parties: LinkParties,
    private readonly rates: CurrencyRates,
    private readonly rules: RunRules,
  ) {}

  async run(request: CreateRequest): Promise<CreatedTransaction> {
    const { body, principal, raw } = request;
    const linked = await this.parties.run(principal.organizationId, body);
    const draft = newTransaction(principal.organizationId, body, raw, linked, new Date());
    const { amount, currency, transactedAt } = draft;
    const worth = await this.rates.worth(draft.organizationId, { amount, currency, at: transactedAt.getTime() });
    const transaction = withWorth(draft, worth);
    try {
      if (body.executeRules === false) return await this.store(principal, transaction, linked);
      return await this.rules.inTransaction(principal, transaction.origin.entityId, (client) =>
        this.evaluated(client, request, transaction, linked),
      );
    } catch (error) {
      throw quotaExceeded(error) ?? (await this.asDuplicate(error, transaction));
    }
  }

  private async store(
    principal: Principal,
    transaction: Transaction,
    linked: LinkedEntities,
  ): Promise<CreatedTransaction> {
    const entities = partyEntities(linked);
    await this.database.transaction(transaction.organizationId, async (client) => {
      await insertTransaction(client, transaction);
      await writeEvents(client, createdEvents({ transaction, entities }, transaction.status, null));
      await recordAudit(client, byPrincipal(principal), [transactionCreated(transaction)]);
    });
    return { transaction, entities, report: null };
  }

  private async evaluated(
    client: TransactionClient,
    { principal, body, requestId }: CreateRequest,
    draft: Transaction,
    linked: LinkedEntities,
  ): Promise<CreatedTransaction> {
    const entities = partyEntities(linked);
    const report = await this.rules.run(client, {
      subject: transactionSubject(draft, linked, entities),
      trigger: 'created',
      matrices: { named: namedMatrices(body), assigned: [] },
      setEntityStatus: setStatusByRule,
    });
    const transaction = withDecision(draft, report, false);
    await storeRun(client, report, {
      by: { type: 'RULES', requestId, triggeredBy: principal.actor.id },
      events: [
        ...createdEvents({ transaction, entities }, draft.status, report),
        ...runEvents(report, runAnswer(report, 'hits').rulesExecutionSummary),
      ],
      record: transactionInsert(transaction),
    });
    const { applied } = report;
    const moved = applied.move ? [transactionMoved(report, draft.status, applied.move)] : [];
    const created = transactionCreated({ ...transaction, status: draft.status });
    await recordAudit(client, byPrincipal(principal), [created, ...applied.entries, ...moved]);
    return { transaction, entities, report };
  }

  /** The answer for an external id that is taken; every other error as it is. */
  private async asDuplicate(error: unknown, { organizationId, externalId }: Transaction): Promise<unknown> {
    if (violatedConstraint(error) !== 'transactions_external_id') return error;
    const transactionId = await findTransactionId(this.database.of(organizationId), organizationId, externalId);
    const message = 'another transaction has this external id';
    return new ApiError(
      'DUPLICATE_EXTERNAL_ID',
      `The transaction was not created: ${message}`,
      { externalId: message },
      { transactionId },
    );
  }
}

/** `riskMatrixIds` takes precedence; empty: the body names none. */
function namedMatrices({ riskMatrixIds, riskMatrixId }: CreateTransactionBody): readonly string[] {
  if (riskMatrixIds?.length) return [...new Set(riskMatrixIds)];
  return riskMatrixId == null ? [] : [riskMatrixId];
}
