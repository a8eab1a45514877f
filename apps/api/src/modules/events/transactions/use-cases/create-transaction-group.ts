import { setImmediate as nextTurn } from 'node:timers/promises';
import { createdEntries, withDecision, transactionCreated, createdEvents } from '../domain/transaction-events.js';
import {
  duplicateError,
  requestedMatrixIds,
  LinkParties,
  newTransaction,
  partyEntities,
  withParties,
  withConversions,
} from './new-transaction.js';
import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';
import { type AuditedChanges, byPrincipal, recordAudits } from '../../../../platform/audit/index.js';
import type { Requester } from '../../../../platform/auth/index.js';
import {
  isLockTimeout,
  isTransient,
  TenantDatabase,
  type Transaction as DatabaseTransaction,
  violatedConstraint,
} from '../../../../platform/database/index.js';
import type { IdempotentRequest } from '../../../../platform/idempotency/index.js';
import { TransactionFigures } from '../../../../platform/operations/index.js';
import { type AccountNumberCipher, Secrets } from '../../../../platform/secrets/index.js';
import { EventReaders, writeEvents } from '../../../../platform/outbox/index.js';
import { toQuotaExceededError } from '../../../tenancy/creation-quotas/index.js';
import { CurrencyRates } from '../../../decisions/currency-rates/index.js';
import {
  evaluationEvents,
  EvaluateRecord,
  announcedSummary,
  storeEvaluations,
  type EvaluatedRequest,
  type EvaluationReport,
  type EvaluationToStore,
} from '../../../decisions/evaluations/index.js';
import { type LinkedEntities, nameAccounts, type PartyEntities, type Transaction } from '../domain/transaction.js';
import { transactionSubject, transactionViewJson } from '../domain/transaction-view.js';
import type { CreateTransactionBody } from '../dto/transaction.bodies.js';
import { chunkBySize, largestChunk } from './chunk-by-size.js';
import {
  insertTransactions,
  findTransactionIdsByExternalId,
  transactionInserts,
} from '../persistence/transaction-store.js';

/** The caller, and the submitted payment. */
export interface CreateRequest {
  readonly principal: Requester;
  readonly body: CreateTransactionBody;
  /** The body as JSON text. */
  readonly raw: string;
  readonly requestId: string;
  /** Id of the batch to which the payment belongs. */
  readonly batchJobId?: string;
  /** Set if the request has an idempotency key: the payment is stored together with its response, or not at all. */
  readonly idempotency?: { readonly key: IdempotentRequest; readonly answer: (created: CreatedTransaction) => string };
}

export interface CreatedTransaction {
  readonly transaction: Transaction;
  /** The response as JSON text. */
  readonly json: string;
  /** `null` if the caller disabled rules. */
  readonly report: EvaluationReport | null;
}

/** The result for one request. A failure becomes its error response. */
export type Creation = Result<CreatedTransaction, unknown>;

/** A storable payment before its evaluation. */
interface Draft {
  readonly index: number;
  readonly request: CreateRequest;
  readonly linked: LinkedEntities;
  readonly entities: PartyEntities;
  readonly transaction: Transaction;
}

/** Results of a group, by position of the request. */
interface Group {
  /** Results by position. A request without a result is stored separately. */
  readonly creations: (Creation | undefined)[];
  readonly audited: AuditedChanges[];
  readonly numbers: AccountNumberCipher | null;
  /** Whether anyone would be notified of events. */
  isAnnounced: boolean;
}

/**
 * Returns the settings of the database transaction. Statements of a payment find a few rows by index, regardless of their values: planning
 * them for the values, which PostgreSQL does if it considers that slightly cheaper, costs more than executing them. `lockMs` limits how
 * long they wait for rows locked by another transaction.
 */
const settingsOf = (lockMs: number) => ({
  name: `payment-settings-${lockMs}`,
  text: `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('lock_timeout', '${lockMs}', true)`,
});

/** Stores payments of one organization in one database transaction, each with its decision and the effects of the decision. */
@Injectable()
export class CreateTransactionGroup {
  constructor(
    private readonly database: TenantDatabase,
    private readonly parties: LinkParties,
    private readonly rates: CurrencyRates,
    private readonly rules: EvaluateRecord,
    private readonly secrets: Secrets,
    private readonly readers: EventReaders,
    private readonly figures: TransactionFigures,
  ) {}

  /**
   * Returns the result for each payment, in order, as if they had been sent one after the other. Never rejects. If one cannot be stored,
   * the group is rolled back and each is stored separately, so that only the affected requests fail. All fail if one waits longer than
   * `lockMs` for another database transaction. 0 means to wait until that transaction has ended.
   */
  async createAll(
    organizationId: string,
    requests: readonly CreateRequest[],
    lockMs = 0,
  ): Promise<readonly Creation[]> {
    const isAlone = requests.length === 1 && !requests[0]!.idempotency;
    const creations = isAlone ? [] : await this.storeGroup(organizationId, requests, lockMs);
    const all: Creation[] = [];
    for (const [place, request] of requests.entries())
      all.push(
        creations[place] ?? (request.idempotency ? notStored : await this.storeAlone(organizationId, request, lockMs)),
      );
    this.figures.countTransactions(organizationId, all.filter(({ ok: isStored }) => isStored).length);
    return all;
  }

  private async storeGroup(
    organizationId: string,
    requests: readonly CreateRequest[],
    lockMs: number,
  ): Promise<readonly (Creation | undefined)[]> {
    try {
      return await this.store(organizationId, requests, lockMs);
    } catch (error) {
      // It is unknown whether the transaction was committed. A retry could report the caller's own payment as a duplicate.
      return isTransient(error) || isLockTimeout(error) ? requests.map(() => failure(error)) : [];
    }
  }

  private async storeAlone(organizationId: string, request: CreateRequest, lockMs: number): Promise<Creation> {
    try {
      const [creation] = await this.store(organizationId, [request], lockMs);
      return creation!;
    } catch (error) {
      return failure(await this.toRefusal(error, organizationId, request));
    }
  }

  private async store(
    organizationId: string,
    requests: readonly CreateRequest[],
    lockMs: number,
  ): Promise<readonly (Creation | undefined)[]> {
    const payments = await Promise.all(requests.map((request) => this.buildTransaction(organizationId, request)));
    return this.database.transaction(organizationId, async (client) => {
      client.enqueue(settingsOf(lockMs));
      const numbers = nameAccounts(payments) ? await this.secrets.accountNumbers(client, organizationId) : null;
      const group: Group = { creations: requests.map(() => undefined), audited: [], numbers, isAnnounced: true };
      const [all, mayAct, isAnnounced] = await Promise.all([
        this.buildDrafts(client, organizationId, { requests, payments }, group),
        reserveKeys(client, requests),
        this.readers.areAny(client, organizationId),
      ]);
      group.isAnnounced = isAnnounced;
      const drafts = all.filter(({ index: place }) => mayAct[place]);
      await this.storeWithoutRules(client, drafts.filter(skipsRules), group);
      const decided = drafts.filter((draft) => !skipsRules(draft));
      await this.storeWithRules(client, decided, group);
      await recordAudits(client, organizationId, Object.values(group.audited));
      return group.creations;
    });
  }

  /** Builds the transaction before its parties are known. Fails if the amount cannot be stored. */
  private async buildTransaction(
    organizationId: string,
    request: CreateRequest,
  ): Promise<Result<Transaction, unknown>> {
    try {
      const payment = newTransaction(organizationId, request, new Date());
      const { amount, currency, transactedAt } = payment;
      const worth = await this.rates.convert(organizationId, { amount, currency, at: transactedAt.getTime() });
      return ok(withConversions(payment, worth));
    } catch (error) {
      return failure(error);
    }
  }

  /** Returns the payments that can be stored together. The errors of the others are added to the group. */
  private async buildDrafts(
    client: DatabaseTransaction,
    organizationId: string,
    { requests, payments }: { requests: readonly CreateRequest[]; payments: readonly Result<Transaction, unknown>[] },
    { creations }: Group,
  ): Promise<readonly Draft[]> {
    const bodies = requests.map(({ body }) => body);
    const externalIds = bodies.map(({ externalId }) => externalId);
    const [linkings, taken] = await Promise.all([
      this.parties.linkForCreation(client, organizationId, bodies),
      // The unique index decides in the end. Payments it would reject are removed here, so that they do not undo the others.
      requests.length > 1
        ? findTransactionIdsByExternalId(client, organizationId, externalIds)
        : new Map<string, string>(),
    ]);
    return requests.flatMap((request, index) => {
      const [linking, payment] = [linkings[index]!, payments[index]!];
      const refused = [linking, payment].find((each) => !each.ok);
      if (refused) creations[index] = failure((refused as { readonly error: unknown }).error);
      if (!linking.ok || !payment.ok) return [];
      const externalId = externalIds[index]!;
      const takenBy = taken.get(externalId);
      if (takenBy !== undefined && !request.idempotency) creations[index] = failure(duplicateError(takenBy));
      if (takenBy !== undefined || externalIds.indexOf(externalId) < index) return [];
      const linked = linking.value;
      const transaction = withParties(payment.value, linked);
      return [{ index, request, linked, entities: partyEntities(linked), transaction }];
    });
  }

  private async storeWithoutRules(client: DatabaseTransaction, drafts: readonly Draft[], group: Group): Promise<void> {
    // Each size has its own prepared statement.
    for (const part of chunkBySize(drafts)) {
      const transactions = part.map(({ transaction }) => transaction);
      insertTransactions(client, transactions, group.numbers);
    }
    const stored = drafts.map((draft) => ({
      ...draft,
      json: transactionViewJson(draft.transaction, draft.entities, 'in full'),
    }));
    if (group.isAnnounced)
      await writeEvents(
        client,
        stored.flatMap((each) => createdEvents(each, each.transaction.status, null)),
      );
    for (const { index: place, request, transaction, json } of stored) {
      group.audited[place] = { subject: byPrincipal(request.principal), entries: [transactionCreated(transaction)] };
      await recordCreation(client, group, { index: place, request }, { transaction, json, report: null });
    }
  }

  private storeWithRules(client: DatabaseTransaction, drafts: readonly Draft[], group: Group): Promise<void> {
    const runs = drafts.map(({ request, transaction, linked, entities }) => ({
      subject: transactionSubject(transaction, linked, entities),
      trigger: 'created',
      matrices: { named: requestedMatrixIds(request.body), assigned: [] },
    }));
    // Transactions sent in separate requests have no order.
    const isOrdered = drafts.some(({ request }) => request.batchJobId !== undefined);
    const storeTurn = async (turn: readonly EvaluatedRequest[]): Promise<void> => {
      // Each size has its own prepared statement.
      for (const part of chunkBySize(turn)) {
        const decided = part.map(({ index: place, report }) => toEvaluatedDraft(drafts[place]!, report));
        const transactions = decided.map(({ transaction }) => transaction);
        const runs = decided.map((each) => toEvaluationToStore(each, group));
        await storeEvaluations(client, runs, transactionInserts(transactions, group.numbers));
        for (const { draft, report, transaction, json } of decided) {
          const { index: place, request } = draft;
          const entries = createdEntries(draft.transaction, transaction, report);
          group.audited[place] = { subject: byPrincipal(request.principal), entries };
          await recordCreation(client, group, draft, { transaction, json, report });
        }
        // The database stores these while the next are serialized and other requests are handled.
        if (part.length === largestChunk) await nextTurn();
      }
    };
    return this.rules.evaluateAll(client, runs, storeTurn, isOrdered);
  }

  /** Returns the error for a taken external id, which does not count toward a quota. Returns every other error unchanged. */
  private async toRefusal(
    error: unknown,
    organizationId: string,
    { body: { externalId } }: CreateRequest,
  ): Promise<unknown> {
    const overQuota = toQuotaExceededError(error);
    if (!overQuota && violatedConstraint(error) !== 'transactions_external_id') return error;
    const taken = await findTransactionIdsByExternalId(this.database.forOrganization(organizationId), organizationId, [
      externalId,
    ]);
    if (overQuota && !taken.has(externalId)) return overQuota;
    return duplicateError(taken.get(externalId) ?? null);
  }
}

const notStored: Creation = failure(new Error('the payment was not stored together with the response to its request'));

/** Returns for each request whether it may proceed: it has no key, or its key is free. */
const reserveKeys = (client: DatabaseTransaction, requests: readonly CreateRequest[]): Promise<readonly boolean[]> => {
  const names = requests.map(({ idempotency: once }) => once?.key.keyId);
  return Promise.all(
    requests.map(
      async ({ idempotency: once }, place) =>
        !once || (names.indexOf(once.key.keyId) === place && once.key.tryReserve(client)),
    ),
  );
};

/** Records the result of a payment, and stores its response if the request has a key. */
async function recordCreation(
  client: DatabaseTransaction,
  { creations }: Group,
  { index: place, request: { idempotency: once } }: Pick<Draft, 'index' | 'request'>,
  created: CreatedTransaction,
): Promise<void> {
  creations[place] = ok(created);
  if (once) await once.key.storeResponse(client, once.answer(created));
}

interface EvaluatedDraft {
  readonly draft: Draft;
  readonly report: EvaluationReport;
  /** The transaction with its decision. */
  readonly transaction: Transaction;
  /** The unredacted response as JSON text. */
  readonly json: string;
}

function toEvaluatedDraft(draft: Draft, report: EvaluationReport): EvaluatedDraft {
  const transaction = withDecision(draft.transaction, report, false);
  return { draft, report, transaction, json: transactionViewJson(transaction, draft.entities, 'in full') };
}

function toEvaluationToStore(
  { draft, report, transaction, json }: EvaluatedDraft,
  { isAnnounced }: Group,
): EvaluationToStore {
  const { entities, request } = draft;
  const { principal, requestId } = request;
  return {
    report,
    origin: { type: 'RULES', requestId, triggeredBy: principal.actor.id },
    events: isAnnounced
      ? [
          ...createdEvents({ transaction, entities, json }, draft.transaction.status, report),
          ...evaluationEvents(report, announcedSummary(report, 'hits')),
        ]
      : [],
  };
}

const skipsRules = ({ request }: Draft): boolean => request.body.executeRules === false;
