import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { findEnvironment, type Transaction } from '../../../../platform/database/index.js';
import { currentCause, type EventCause } from '../../../../platform/outbox/index.js';
import { type EntityRow, findEntitiesById } from '../../../parties/entities/index.js';
import {
  insufficientBalance,
  isOutOfMoney,
  Ledger,
  type Reservation,
  type ReserveOutcome,
} from '../../../tenancy/billing/index.js';
import { Integrations, type OrganizationIntegration } from '../../integrations/index.js';
import { enrichmentLimits } from '../domain/enrichment-limits.js';
import type { EnrichmentRequest } from '../domain/enrichment-request.js';
import { problem } from '../domain/execution.js';
import {
  endExecutions,
  insertExecutions,
  insertUnequal,
  isEqualUnderWay,
  lockLeaders,
  type NewExecution,
} from '../persistence/execution-store.js';
import { insertRequests } from '../persistence/request-store.js';
import { SharedTransactions } from './shared-transactions.js';

/** A request to be stored with its executions. */
export interface RequestToBegin extends Pick<
  EnrichmentRequest,
  'principal' | 'parameters' | 'trigger' | 'withoutMoney' | 'key'
> {
  readonly requestId: string;
  readonly entityId: string | null;
  readonly executions: readonly NewExecution[];
}

/** The entity of a request, and the requested integrations. */
interface Wanted {
  readonly entityId: string;
  readonly codes: readonly string[];
}

/** Data for planning a request. */
export interface ReadForPlan {
  /** `null` if the entity does not exist. */
  readonly row: EntityRow | null;
  readonly integrations: ReadonlyMap<string, OrganizationIntegration>;
  readonly isSandbox: boolean;
}

/** The plan of a request, whose executions are stored. */
interface Plan {
  readonly executions: readonly NewExecution[];
}

/** A request whose executions are determined after reading its entity, in the transaction that stores them. */
interface UnplannedRequest<Planned extends Plan = Plan> {
  readonly request: Omit<RequestToBegin, 'executions'>;
  readonly wanted: Wanted | null;
  /** Its errors are thrown to the caller, and nothing is stored. */
  readonly plan: (read: ReadForPlan) => Planned;
  /** The cause, which only the caller knows, since concurrent requests are stored together. */
  readonly cause: EventCause | null;
}

/** Ids of the executions to be run. The others failed, or follow an equal one. */
type Leading = ReadonlySet<string>;

export interface Begun<Planned> {
  readonly plan: Planned;
  readonly leading: Leading;
}

type CausedRequest = RequestToBegin & { readonly cause: EventCause | null };

const causeOfNow = (): EventCause | null => currentCause() ?? null;

/** How often an equal execution may end just before it is followed. */
const followAttempts = 5;

const { requestMs, leaseMs } = enrichmentLimits;
const heldMs = requestMs + leaseMs;

/**
 * Plans requests and stores them with their executions and costs, or stores nothing. Concurrent requests of one organization share a
 * transaction, so that its balance is locked once.
 */
@Injectable()
export class BeginRequest {
  private readonly beginTogether: (
    organizationId: string,
    request: UnplannedRequest,
  ) => Promise<Result<Begun<Plan>, unknown>>;

  constructor(
    private readonly ledger: Ledger,
    private readonly integrations: Integrations,
    transactions: SharedTransactions,
  ) {
    const storing =
      (store: (client: Transaction, organizationId: string, requests: readonly CausedRequest[]) => Promise<Leading>) =>
      (client: Transaction, organizationId: string, requests: readonly UnplannedRequest[]) =>
        this.planAndStore(client, organizationId, requests, store);
    this.beginTogether = transactions.of(
      { movesMoney: true },
      storing((client, organizationId, requests) => this.store(client, organizationId, requests, heldMs)),
      {
        work: storing((...asked) => Promise.resolve(this.storeAtOnce(...asked))),
        isRefused: (error) => isEqualUnderWay(error) || isOutOfMoney(error),
      },
    );
  }

  /** Stores a request in its own transaction. Throws 402, and any error that `plan` throws. */
  async begin<Planned extends Plan>(
    request: Omit<RequestToBegin, 'executions'>,
    wanted: Wanted | null,
    plan: (read: ReadForPlan) => Planned,
  ): Promise<Begun<Planned>> {
    const { organizationId } = request.principal;
    const begun = await this.beginTogether(organizationId, { request, wanted, plan, cause: causeOfNow() });
    if (!begun.ok) throw begun.error;
    return begun.value as Begun<Planned>;
  }

  /** Like `begin`, in the caller's transaction. With `isLeft`, the next sweep of any process runs the executions. */
  beginWithin(
    client: Transaction,
    { isLeft, ...request }: RequestToBegin & { readonly isLeft: boolean },
  ): Promise<Leading> {
    return this.store(
      client,
      request.principal.organizationId,
      [{ ...request, cause: causeOfNow() }],
      isLeft ? 0 : heldMs,
    );
  }

  /** Stores nothing for requests that cannot be planned, without affecting the others. */
  private async planAndStore(
    client: Transaction,
    organizationId: string,
    requests: readonly UnplannedRequest[],
    store: (client: Transaction, organizationId: string, requests: readonly CausedRequest[]) => Promise<Leading>,
  ): Promise<readonly Result<Begun<Plan>, unknown>[]> {
    const readOf = await this.read(client, organizationId, requests);
    const plans = requests.map(({ plan, wanted }) => resultOf(() => plan(readOf(wanted))));
    const stored = requests.flatMap(({ request, cause }, place) => {
      const planned = plans[place]!;
      return planned.ok ? [{ ...request, cause, executions: planned.value.executions }] : [];
    });
    const leading = stored.length > 0 ? await store(client, organizationId, stored) : new Set<string>();
    return plans.map((planned) => (planned.ok ? ok({ plan: planned.value, leading }) : planned));
  }

  /** Reads the entities and integrations of requests together. */
  private async read(
    client: Transaction,
    organizationId: string,
    requests: readonly UnplannedRequest[],
  ): Promise<(wanted: Wanted | null) => ReadForPlan> {
    const wanted = requests.flatMap((each) => each.wanted ?? []);
    const ids = [...new Set(wanted.map(({ entityId }) => entityId))];
    const codes = wanted.flatMap((each) => each.codes);
    const [rows, integrations, environment] = await Promise.all([
      ids.length > 0 ? findEntitiesById(client, organizationId, ids) : new Map<string, EntityRow>(),
      this.integrations.readIn(client, organizationId, codes),
      findEnvironment(client, organizationId),
    ]);
    const isSandbox = environment !== 'production';
    return (each) => ({ row: (each && rows.get(each.entityId)) ?? null, integrations, isSandbox });
  }

  /** Stores requests without equal executions and with sufficient balance, as most are. Everything is sent together with the commit. */
  private storeAtOnce(client: Transaction, organizationId: string, requests: readonly CausedRequest[]): Leading {
    storeRequests(client, organizationId, requests);
    const executions = requests.flatMap((request) => request.executions);
    insertUnequal(client, organizationId, executions, heldMs);
    const leading = new Set(executions.filter((execution) => execution.problem === null));
    this.ledger.reserveAll(client, reservationsOf(requests, leading));
    return new Set([...leading].map(({ id }) => id));
  }

  private async store(
    client: Transaction,
    organizationId: string,
    requests: readonly CausedRequest[],
    leaseMs: number,
  ): Promise<Leading> {
    storeRequests(client, organizationId, requests);
    const executions = requests.flatMap((request) => request.executions);
    const leading = await insertWithLeaders(client, organizationId, executions, leaseMs);
    const reserved: ReserveOutcome = await this.ledger.reserve(client, reservationsOf(requests, new Set(leading)));
    if (reserved === 'reserved') return new Set(leading.map(({ id }) => id));
    const { neededCents, availableCents } = reserved;
    // The balance may be sufficient for some of them individually.
    if (requests.length > 1 || requests[0]!.withoutMoney === 'refuse') throw insufficientBalance(reserved);
    failAll(client, organizationId, leading, `It costs ${neededCents} cents, but only ${availableCents} are available`);
    return new Set();
  }
}

function resultOf<T>(work: () => T): Result<T, unknown> {
  try {
    return ok(work());
  } catch (error) {
    return failure(error);
  }
}

function storeRequests(client: Transaction, organizationId: string, requests: readonly CausedRequest[]): void {
  const rows = requests.map(({ requestId, entityId, principal: { actor, from }, parameters, trigger, key, cause }) => ({
    id: requestId,
    entityId,
    key: key ?? null,
    parameters,
    trigger,
    askedBy: { organizationId, actor, from },
    cause,
    deadlineMs: requestMs,
  }));
  insertRequests(client, organizationId, rows);
}

/** Returns the reservations for the costs of leading executions. */
const reservationsOf = (
  requests: readonly RequestToBegin[],
  leading: ReadonlySet<NewExecution>,
): readonly Reservation[] =>
  requests.flatMap(({ principal: { organizationId, actor }, executions }) => {
    const apiKeyId = actor.type === 'api_key' ? actor.id : null;
    return executions.flatMap((execution) => {
      const { id, integrationCode, entityId, priceCents } = execution;
      const reservation = { organizationId, executionId: id, integrationCode, entityId, apiKeyId };
      return leading.has(execution) ? [{ ...reservation, amountCents: priceCents }] : [];
    });
  });

/** Inserts executions and returns the leading ones. An execution equal to one in progress follows that one. */
async function insertWithLeaders(
  client: Transaction,
  organizationId: string,
  executions: readonly NewExecution[],
  leaseMs: number,
): Promise<readonly NewExecution[]> {
  const leading: NewExecution[] = [];
  let left = executions;
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const stored = await insertExecutions(client, organizationId, left, leaseMs);
    leading.push(...left.filter(({ id, problem: failed }) => stored.has(id) && failed === null));
    const equal = left.filter(({ id }) => !stored.has(id));
    if (equal.length === 0) break;
    if (attempt > followAttempts) throw new Error('the same execution repeatedly ended as soon as it began');
    const leaders = await lockLeaders(
      client,
      organizationId,
      equal.map(({ fingerprint }) => fingerprint!),
    );
    const followers = equal.flatMap((execution) => {
      const leaderId = leaders.get(execution.fingerprint!);
      return leaderId === undefined ? [] : [{ ...execution, leaderId, priceCents: 0, isTaken: false }];
    });
    if (followers.length > 0) await insertExecutions(client, organizationId, followers, leaseMs);
    left = equal.filter(({ fingerprint }) => !leaders.has(fingerprint!));
  }
  return leading;
}

function failAll(client: Transaction, organizationId: string, leading: readonly NewExecution[], message: string): void {
  const { code: errorCode, message: errorMessage } = problem('INSUFFICIENT_BALANCE', message);
  const ends = leading.map(({ id }) => ({
    ...{ id, state: 'failed' as const, chargedCents: 0, executionMs: 0, errorCode, errorMessage, outcome: null },
  }));
  endExecutions(client, organizationId, ends);
}
