import { Injectable } from '@nestjs/common';
import type { AppliedActions, Run } from '@tamis/engine';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { newId, TenantDatabase, violatedConstraint, type TransactionClient } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { KeyedQueue } from '../domain/keyed-queue.js';
import { transactionCreated } from '../domain/run-audit.js';
import { executedIds } from '../domain/running-matrices.js';
import type { PartyEntities, Transaction } from '../domain/transaction.js';
import type { CreateTransactionBody } from '../http/create-transaction.body.js';
import { insertDecided } from '../persistence/evaluation-store.js';
import { findTransactionId, insertTransaction } from '../persistence/transaction-store.js';
import { applyEffects, type Applied } from './apply-effects.js';
import { DecideTransaction, type Decided } from './decide-transaction.js';
import { LinkParties } from './link-parties.js';
import { newTransaction, partyEntities, type LinkedEntities } from './new-transaction.js';

/** Who asks, and what was sent. */
export interface CreateRequest {
  readonly principal: Principal;
  readonly body: CreateTransactionBody;
  /** The body as text. */
  readonly raw: string;
  readonly requestId: string;
}

/** How the rules decided. */
export interface RunReport {
  readonly decided: Decided;
  readonly applied: AppliedActions;
  readonly executionTimeMs: number;
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
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly database: TenantDatabase,
    private readonly parties: LinkParties,
    private readonly decide: DecideTransaction,
  ) {}

  async run(request: CreateRequest): Promise<CreatedTransaction> {
    const { body, principal, raw } = request;
    const linked = await this.parties.run(principal.organizationId, body);
    const transaction = newTransaction(principal.organizationId, body, raw, linked, new Date());
    try {
      if (body.executeRules === false) return await this.store(principal, transaction, linked);
      const { entityId } = transaction.origin;
      const key = entityId && `${transaction.organizationId} ${entityId}`;
      return await this.queue.run(key, () =>
        this.database.transaction(principal.organizationId, (client) =>
          this.evaluated(client, request, transaction, linked),
        ),
      );
    } catch (error) {
      throw await this.asDuplicate(error, transaction);
    }
  }

  private async store(
    principal: Principal,
    transaction: Transaction,
    linked: LinkedEntities,
  ): Promise<CreatedTransaction> {
    await this.database.transaction(transaction.organizationId, async (client) => {
      await insertTransaction(client, transaction);
      await recordAudit(client, byPrincipal(principal), [transactionCreated(transaction)]);
    });
    return { transaction, entities: partyEntities(linked), report: null };
  }

  private async evaluated(
    client: TransactionClient,
    { principal, body, requestId }: CreateRequest,
    draft: Transaction,
    linked: LinkedEntities,
  ): Promise<CreatedTransaction> {
    const started = performance.now();
    const evaluatedAt = new Date();
    const evaluationId = newId(evaluatedAt.getTime());
    const run: Run = { evaluationId, target: 'transaction', trigger: 'created', now: draft.transactedAt.getTime() };
    const decided = await this.decide.run(client, { transaction: draft, linked, run, matrixIds: namedMatrices(body) });
    const applied = await applyEffects(client, { transaction: draft, linked, decided, now: evaluatedAt });
    const transaction = withDecision(draft, decided, applied, evaluatedAt);
    const executionTimeMs = Math.round((performance.now() - started) * 100) / 100;
    await insertDecided(client, transaction, {
      organizationId: draft.organizationId,
      id: evaluationId,
      recordId: draft.id,
      externalId: draft.externalId,
      entityIds: [linked.origin?.id, linked.destination?.id].filter((id) => id !== undefined),
      trigger: 'transaction_created',
      ruleSetVersion: decided.set.version,
      ruleSetRevision: decided.set.revision,
      now: draft.transactedAt,
      evaluatedAt,
      outcome: decided.outcome,
      applied: JSON.stringify(applied.actions),
      context: decided.context,
      facts: decided.facts,
      requestId,
      triggeredBy: principal.actor.id,
      executionTimeMs,
    });
    const created = transactionCreated({ ...transaction, status: draft.status });
    await recordAudit(client, byPrincipal(principal), [created, ...applied.entries]);
    return {
      transaction,
      entities: partyEntities(linked),
      report: { decided, applied: applied.actions, executionTimeMs },
    };
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

/** `riskMatrixIds` takes precedence; null: the body names none. */
function namedMatrices({ riskMatrixIds, riskMatrixId }: CreateTransactionBody): readonly string[] | null {
  if (riskMatrixIds?.length) return [...new Set(riskMatrixIds)];
  return riskMatrixId == null ? null : [riskMatrixId];
}

function withDecision(
  draft: Transaction,
  { set, run, outcome }: Decided,
  applied: Applied,
  evaluatedAt: Date,
): Transaction {
  const moved = applied.transactionStatus;
  const entry = moved && {
    status: moved.status,
    previousStatus: draft.status,
    reason: moved.reason,
    changedAt: evaluatedAt,
    changedBy: 'rule',
  };
  return {
    ...draft,
    status: moved?.status ?? draft.status,
    statusHistory: entry ? JSON.stringify([entry]) : draft.statusHistory,
    flagged: outcome.suggestion !== null || applied.hasOpenAlert,
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
