import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';
import { type AuditedChanges, type AuditEntry, byPrincipal, recordAudits } from '../../../../platform/audit/index.js';
import type { Asking } from '../../../../platform/auth/index.js';
import { isPassing, sendAhead, TenantDatabase, type TransactionClient, violatedConstraint } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { OnceRequest } from '../../../../platform/idempotency/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { quotaExceeded } from '../../../tenancy/creation-quotas/index.js';
import { CurrencyRates } from '../../../decisions/currency-rates/index.js';
import { setStatusByRule } from '../../../parties/entities/index.js';
import { runEvents, RunRules, runSummary, storeRuns, type RunReport, type RunToStore } from '../../../decisions/evaluations/index.js';
import { withDecision, transactionCreated, transactionMoved, createdEvents } from '../domain/transaction-events.js';


import { transactionSubject, type LinkedEntities, transactionViewJson } from '../domain/transaction-view.js';

import type { PartyEntities, Transaction } from '../domain/transaction.js';
import type { CreateTransactionBody } from '../dto/transaction.bodies.js';
import { insertTransaction, takenExternalIds, transactionInserts } from '../persistence/transaction-store.js';
import { LinkParties, newTransaction, partyEntities, withParties, withWorth } from './new-transaction.js';

import { GroupedWork } from '../../../../platform/grouped-work.js';
import { limits } from '../../../../platform/limits.js';

const sizes = [32, 24, 16, 12, 8, 6, 4, 3, 2, 1];

/** Divides items, in order, into parts, the largest first: mostly one or two parts, of few different sizes. */
function inFewSizes<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const parts: (readonly Item[])[] = [];
  for (let from = 0; from < items.length;) {
    const rest = items.length - from;
    const size = sizes.find((each) => each <= rest)!;
    parts.push(items.slice(from, from + size));
    from += size;
  }
  return parts;
}

/** Who asks, and what was sent. */
export interface CreateRequest {
  readonly principal: Asking;
  readonly body: CreateTransactionBody;
  /** The body as text. */
  readonly raw: string;
  readonly requestId: string;
  /** Of the batch that it came with. */
  readonly batchJobId?: string;
  /** Where it is answered once under its key: stored with that answer, or not at all. A failure then says no more than that. */
  readonly once?: { readonly key: OnceRequest; readonly answer: (created: CreatedTransaction) => string };
}

export interface CreatedTransaction {
  readonly transaction: Transaction;
  /** As it is answered, as text. */
  readonly json: string;
  /** Null: the caller asked for no rules. */
  readonly report: RunReport | null;
}

/** A failure is the answer to the request. */
export type Creation = Result<CreatedTransaction, unknown>;

/** A payment that can be stored, before any rule has seen it. */
interface Draft {
  readonly place: number;
  readonly request: CreateRequest;
  readonly linked: LinkedEntities;
  readonly entities: PartyEntities;
  readonly transaction: Transaction;
}

/** What a group has come to, by the places of its requests. */
interface Group {
  /** One without an outcome is to be tried alone. */
  readonly creations: (Creation | undefined)[];
  readonly audited: AuditedChanges[];
}

/**
 * The statements of a payment find a few rows by indexes, whatever their values: to plan them anew for the values, as the database does
 * where it takes that for a little cheaper, costs more than to run them.
 */
const keepPlans = { name: 'keep-plans', text: 'set local plan_cache_mode = force_generic_plan' };

/** Stores payments of one organization in one database transaction, each with its decision and everything the decision does. */
@Injectable()
export class CreateTogether {
  constructor(
    private readonly database: TenantDatabase,
    private readonly parties: LinkParties,
    private readonly rates: CurrencyRates,
    private readonly rules: RunRules,
  ) {}

  /**
   * What becomes of each payment, in order, as if they had come one after the other. Never rejects. Where something stands in the way of
   * one, nothing of the group is kept and each is stored by itself, so that what is wrong is told to whom it concerns.
   */
  async run(organizationId: string, requests: readonly CreateRequest[]): Promise<readonly Creation[]> {
    const isAlone = requests.length === 1 && !requests[0]!.once;
    const creations = isAlone ? [] : await this.grouped(organizationId, requests);
    const all: Creation[] = [];
    for (const [place, request] of requests.entries())
      all.push(creations[place] ?? (request.once ? notKept : await this.alone(organizationId, request)));
    return all;
  }

  private async grouped(
    organizationId: string,
    requests: readonly CreateRequest[],
  ): Promise<readonly (Creation | undefined)[]> {
    try {
      return await this.store(organizationId, requests);
    } catch (error) {
      // Nobody knows whether it was committed: another try could tell a caller that their own payment stands in the way.
      return isPassing(error) ? requests.map(() => failure(error)) : [];
    }
  }

  private async alone(organizationId: string, request: CreateRequest): Promise<Creation> {
    try {
      const [creation] = await this.store(organizationId, [request]);
      return creation!;
    } catch (error) {
      return failure(quotaExceeded(error) ?? (await this.asDuplicate(error, organizationId, request)));
    }
  }

  private async store(
    organizationId: string,
    requests: readonly CreateRequest[],
  ): Promise<readonly (Creation | undefined)[]> {
    const payments = await Promise.all(requests.map((request) => this.payment(organizationId, request)));
    return this.database.transaction(organizationId, async (client) => {
      await sendAhead(client, keepPlans);
      const group: Group = { creations: requests.map(() => undefined), audited: [] };
      const [all, mayAct] = await Promise.all([
        this.drafts(client, organizationId, { requests, payments }, group),
        reserved(client, requests),
      ]);
      const drafts = all.filter(({ place }) => mayAct[place]);
      await this.storeUndecided(client, drafts.filter(isUndecided), group);
      const decided = drafts.filter((draft) => !isUndecided(draft));
      await this.storeDecided(client, decided, group);
      await recordAudits(client, organizationId, Object.values(group.audited));
      return group.creations;
    });
  }

  /** Before its parties are known. A failure is that the amount cannot be stored. */
  private async payment(organizationId: string, request: CreateRequest): Promise<Result<Transaction, unknown>> {
    try {
      const payment = newTransaction(organizationId, request, new Date());
      const { amount, currency, transactedAt } = payment;
      const worth = await this.rates.worth(organizationId, { amount, currency, at: transactedAt.getTime() });
      return ok(withWorth(payment, worth));
    } catch (error) {
      return failure(error);
    }
  }

  /** The payments that can be stored together; what is wrong with the others goes into the group. */
  private async drafts(
    client: TransactionClient,
    organizationId: string,
    { requests, payments }: { requests: readonly CreateRequest[]; payments: readonly Result<Transaction, unknown>[] },
    { creations }: Group,
  ): Promise<readonly Draft[]> {
    const bodies = requests.map(({ body }) => body);
    const externalIds = bodies.map(({ externalId }) => externalId);
    const [linkings, taken] = await Promise.all([
      this.parties.all(client, organizationId, bodies),
      // The unique index decides; what it would refuse is not to undo the others.
      requests.length > 1 ? takenExternalIds(client, organizationId, externalIds) : new Map<string, string>(),
    ]);
    return requests.flatMap((request, place) => {
      const [linking, payment] = [linkings[place]!, payments[place]!];
      const refused = [linking, payment].find((each) => !each.ok);
      if (refused) creations[place] = failure((refused as { readonly error: unknown }).error);
      if (!linking.ok || !payment.ok) return [];
      const externalId = externalIds[place]!;
      if (taken.has(externalId) || externalIds.indexOf(externalId) < place) return [];
      const linked = linking.value;
      const transaction = withParties(payment.value, linked);
      return [{ place, request, linked, entities: partyEntities(linked), transaction }];
    });
  }

  private async storeUndecided(client: TransactionClient, drafts: readonly Draft[], group: Group): Promise<void> {
    for (const { place, request, transaction, entities } of drafts) {
      await insertTransaction(client, transaction);
      const json = transactionViewJson(transaction, entities);
      await writeEvents(client, createdEvents({ transaction, entities, json }, transaction.status, null));
      group.audited[place] = { subject: byPrincipal(request.principal), entries: [transactionCreated(transaction)] };
      await keep(client, group, { place, request }, { transaction, json, report: null });
    }
  }

  private storeDecided(client: TransactionClient, drafts: readonly Draft[], group: Group): Promise<void> {
    const runs = drafts.map(({ request, transaction, linked, entities }) => ({
      subject: transactionSubject(transaction, linked, entities),
      trigger: 'created',
      matrices: { named: namedMatrices(request.body), assigned: [] },
      setEntityStatus: setStatusByRule,
    }));
    return this.rules.runAll(client, runs, async (turn) => {
      const decided = turn.map(({ place, report }) => decidedDraft(drafts[place]!, report));
      // One statement for each size is prepared.
      for (const part of inFewSizes(decided)) {
        const transactions = part.map(({ transaction }) => transaction);
        await storeRuns(client, part.map(runToStore), transactionInserts(transactions));
      }
      for (const { draft, report, transaction, json } of decided) {
        const { place, request } = draft;
        const entries = createdEntries(draft.transaction, transaction, report);
        group.audited[place] = { subject: byPrincipal(request.principal), entries };
        await keep(client, group, draft, { transaction, json, report });
      }
    });
  }

  /** The answer for an external id that is taken; every other error as it is. */
  private async asDuplicate(
    error: unknown,
    organizationId: string,
    { body: { externalId } }: CreateRequest,
  ): Promise<unknown> {
    if (violatedConstraint(error) !== 'transactions_external_id') return error;
    const taken = await takenExternalIds(this.database.of(organizationId), organizationId, [externalId]);
    const message = 'another transaction has this external id';
    return new ApiError(
      'DUPLICATE_EXTERNAL_ID',
      `The transaction was not created: ${message}`,
      { externalId: message },
      { transactionId: taken.get(externalId) ?? null },
    );
  }
}

const notKept: Creation = failure(new Error('the payment was not stored with the answer to its request'));

/** For each request whether it may act: it has no key, or its key is free. */
const reserved = (client: TransactionClient, requests: readonly CreateRequest[]): Promise<readonly boolean[]> => {
  const names = requests.map(({ once }) => once?.key.name);
  return Promise.all(
    requests.map(
      async ({ once }, place) => !once || (names.indexOf(once.key.name) === place && once.key.reserve(client)),
    ),
  );
};

/** Notes what became of a payment, and keeps its answer where it has a key. */
async function keep(
  client: TransactionClient,
  { creations }: Group,
  { place, request: { once } }: Pick<Draft, 'place' | 'request'>,
  created: CreatedTransaction,
): Promise<void> {
  creations[place] = ok(created);
  if (once) await once.key.keep(client, once.answer(created));
}

interface DecidedDraft {
  readonly draft: Draft;
  readonly report: RunReport;
  /** With the decision. */
  readonly transaction: Transaction;
  /** As it is answered, as text. */
  readonly json: string;
}

function decidedDraft(draft: Draft, report: RunReport): DecidedDraft {
  const transaction = withDecision(draft.transaction, report, false);
  return { draft, report, transaction, json: transactionViewJson(transaction, draft.entities) };
}

function runToStore({ draft, report, transaction, json }: DecidedDraft): RunToStore {
  const { entities, request } = draft;
  const { principal, requestId } = request;
  return {
    report,
    by: { type: 'RULES', requestId, triggeredBy: principal.actor.id },
    events: [
      ...createdEvents({ transaction, entities, json }, draft.transaction.status, report),
      ...runEvents(report, runSummary(report, 'hits')),
    ],
  };
}

const isUndecided = ({ request }: Draft): boolean => request.body.executeRules === false;

function createdEntries(draft: Transaction, transaction: Transaction, report: RunReport): readonly AuditEntry[] {
  const { entries, move } = report.applied;
  const created = transactionCreated({ ...transaction, status: draft.status });
  return [created, ...entries, ...(move ? [transactionMoved(report, draft.status, move)] : [])];
}

/** `riskMatrixIds` takes precedence; empty: the body names none. */
function namedMatrices({ riskMatrixIds, riskMatrixId }: CreateTransactionBody): readonly string[] {
  return [...new Set(riskMatrixIds?.length ? riskMatrixIds : [riskMatrixId ?? []].flat())];
}

/** `POST /transactions`: one payment, its decision and everything the decision does, stored together or not at all. */
@Injectable()
export class CreateTransaction {
  /** Each group holds a connection; three, so that one is prepared and one decided while another is committed. */
  private readonly groups = new GroupedWork<CreateRequest, CreatedTransaction>({
    most: limits.paymentsTogether,
    atOnce: 3,
    work: (organizationId, requests) => this.together.run(organizationId, requests),
  });

  constructor(
    private readonly database: TenantDatabase,
    private readonly together: CreateTogether,
  ) {}

  /** Payments that an organization sends at the same time share a database transaction. */
  async run(request: CreateRequest): Promise<CreatedTransaction> {
    const { organizationId } = request.principal;
    // What joins a transaction of its caller cannot be stored together with other payments.
    if (!this.database.isJoining()) return this.groups.run(organizationId, request);
    const [created] = await this.together.run(organizationId, [request]);
    if (created!.ok) return created!.value;
    throw created!.error;
  }
}
