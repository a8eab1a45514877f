import { Injectable } from '@nestjs/common';
import type { ItemProblem, Provider } from '@tamis/enrichment';
import type { Result } from '@tamis/stdx';

import { type AuditEntry, byPrincipal, recordAudits } from '../../../../platform/audit/index.js';
import type { Requester } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { currentCause, type EventCause, withCause } from '../../../../platform/outbox/index.js';
import {
  type DeliveredResult,
  EnrichmentData,
  type KnownEnrichments,
  type MappedResult,
} from '../../../decisions/enrichment-data/index.js';
import { type LockedIdentity, lockIdentities } from '../../../parties/entities/index.js';
import { Ledger } from '../../../tenancy/billing/index.js';
import { enrichmentLimits } from '../domain/enrichment-limits.js';
import type { RequestOutcome, StoredRequest } from '../domain/enrichment-request.js';
import { problem, type Execution, type ExecutionLease, type ExecutionOutcome } from '../domain/execution.js';
import { endExecutions, type ExecutionEnd, type HeldExecution, lockHeld } from '../persistence/execution-store.js';
import type { Delivered } from './ask-provider.js';
import { type ExecutionSubject, isStill } from './asked-about.js';
import { FinishRequest } from './finish-request.js';
import { SharedTransactions } from './shared-transactions.js';

/** Stores what an execution without a stored entity keeps of its result, in the transaction that settles it. */
export type StoreProbe = (client: Transaction, result: Result<Delivered, ItemProblem>) => Promise<void>;

/** An execution that has ended and is to be settled. */
export interface Settlement {
  readonly lease: ExecutionLease;
  readonly requestId: string;
  /** Whether the request ends with it, if no rules are evaluated afterwards. */
  readonly isOnly?: boolean;
  readonly provider: Pick<Provider, 'code' | 'name' | 'input' | 'confidence' | 'reliability' | 'provides'>;
  readonly requester: Requester;
  readonly result: Result<Delivered, ItemProblem>;
  readonly executionMs: number;
  /** Where the result is stored. */
  readonly target: { readonly entity: ExecutionSubject } | { readonly store: StoreProbe };
}

/** An execution whose result was recorded. */
export interface Settled {
  /** Outcome of its request if that ended with it; `null` if the request continues. */
  readonly outcome: RequestOutcome | null;
}

/** A settlement with its cause. Concurrent ones are settled together. */
type CausedSettlement = Settlement & { readonly cause: EventCause | null };

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Records the results of executions: data, charges, status and audit trail in one transaction, or nothing at all. Concurrent ones of one
 * organization share a transaction, so that its balance and audit trail are locked only once.
 */
@Injectable()
export class SettleExecutions {
  private readonly settleTogether: (organizationId: string, settlement: CausedSettlement) => Promise<Settled | null>;

  constructor(
    private readonly data: EnrichmentData,
    private readonly ledger: Ledger,
    private readonly finishing: FinishRequest,
    transactions: SharedTransactions,
  ) {
    this.settleTogether = transactions.of({ movesMoney: true }, (...settled) => this.settleAll(...settled));
  }

  /** Returns `null` if another process had taken the execution over, in which case nothing was recorded. */
  settle(organizationId: string, settlement: Settlement): Promise<Settled | null> {
    return this.settleTogether(organizationId, { ...settlement, cause: currentCause() ?? null });
  }

  private async settleAll(
    client: Transaction,
    organizationId: string,
    items: readonly CausedSettlement[],
  ): Promise<readonly (Settled | null)[]> {
    const read = await this.read(client, organizationId, items);
    const live = items.filter(({ lease }) => read.held.has(lease.id));
    if (live.length === 0) return items.map(() => null);
    const { ends, mapped } = await this.store(client, organizationId, live, read);
    endExecutions(client, organizationId, ends);
    const outcomes = await this.endRequests(client, organizationId, live, ends, read);
    await this.book(client, organizationId, ends);
    await recordAudits(client, organizationId, auditOf(live, ends));
    return items.map((item) => {
      const outcome = outcomes.get(item);
      return read.held.has(item.lease.id) ? { outcome: outcome ? { ...outcome, mapped } : null } : null;
    });
  }

  /** Locks and reads everything required in one batch of statements: requests, executions and entities, in the order used everywhere. */
  private async read(
    client: Transaction,
    organizationId: string,
    items: readonly Settlement[],
  ): Promise<ReadForSettling> {
    const requestIds = items.flatMap(({ isOnly, requestId }) => (isOnly ? [requestId] : []));
    const leases = items.map(({ lease }) => lease);
    const entityIds = entityIdsOf(items);
    const [requests, held, found, known] = await Promise.all([
      this.finishing.lockWithoutRules(client, organizationId, requestIds),
      lockHeld(client, organizationId, leases),
      entityIds.length > 0 ? lockIdentities(client, organizationId, entityIds) : new Map<string, LockedIdentity>(),
      this.data.known(client, organizationId, entityIdsOf(items.filter(({ result }) => result.ok))),
    ]);
    return { requests, held, found, known };
  }

  /** Ends the requests of executions that are their only ones, and returns the outcomes. */
  private async endRequests(
    client: Transaction,
    organizationId: string,
    live: readonly Settlement[],
    ends: readonly ExecutionEnd[],
    { requests, held }: ReadForSettling,
  ): Promise<ReadonlyMap<Settlement, RequestOutcome>> {
    const last = live.filter(({ isOnly, requestId }) => isOnly && requests.has(requestId));
    if (last.length === 0) return new Map();
    const byId = new Map(ends.map((end) => [end.id, end]));
    const settled = last.map((item) => {
      const { id } = item.lease;
      const request = requests.get(item.requestId)!;
      return { request, own: [endedExecution(item, request, held.get(id)!, byId.get(id)!)] };
    });
    const outcomes = await this.finishing.endWithoutRules(client, organizationId, settled);
    return new Map(last.map((item, place) => [item, outcomes[place]!]));
  }

  /** Charges delivered results, and releases the reservations of all others. */
  private async book(client: Transaction, organizationId: string, ends: readonly ExecutionEnd[]): Promise<void> {
    const delivered = ends.filter(({ state }) => state === 'succeeded');
    const others = ends.filter(({ state }) => state !== 'succeeded');
    const charges = delivered.map(({ id, chargedCents }) => ({
      organizationId,
      executionId: id,
      amountCents: chargedCents,
    }));
    if (charges.length > 0) await this.ledger.charge(client, charges);
    if (others.length > 0)
      await this.ledger.release(
        client,
        others.map(({ id }) => ({ organizationId, executionId: id })),
      );
  }

  private async store(
    client: Transaction,
    organizationId: string,
    settled: readonly CausedSettlement[],
    { held, found, known }: ReadForSettling,
  ): Promise<StoredSettlements> {
    const live: Settlement[] = [];
    for (const item of settled) live.push(await withCause(item.cause, () => completed(client, item, found)));
    const delivered = live.flatMap((item) => {
      const result = deliveredResult(organizationId, item);
      return result && cancellationOf(item, found) === null ? [result] : [];
    });
    const stored = delivered.length > 0 ? await this.data.store(client, organizationId, delivered, known) : [];
    const outcomes = new Map(delivered.map(({ enrichmentId }, index) => [enrichmentId, stored[index]!]));
    const ends: ExecutionEnd[] = [];
    for (const item of live) {
      const { lease, provider, target, result, executionMs } = item;
      const { priceCents } = held.get(lease.id)!;
      const cancelled = cancellationOf(item, found);
      if (cancelled) {
        ends.push(failed(lease.id, 'cancelled', cancelled, executionMs));
        continue;
      }
      if ('store' in target) await target.store(client, result);
      else if (!result.ok) {
        const failure = { organizationId, entityId: target.entity.id, integrationCode: provider.code };
        const itemCode = result.error.code;
        this.data.storeFailure(client, { ...failure, enrichmentId: lease.id, itemCode, failedAt: new Date() });
      }
      if (!result.ok) ends.push(failed(lease.id, 'failed', result.error, executionMs));
      else {
        const { fieldsEnriched, dataQuality } = outcomes.get(lease.id) ?? {};
        const outcome = fieldsEnriched && dataQuality ? { fieldsEnriched, dataQuality } : null;
        ends.push(succeeded(lease.id, priceCents, executionMs, outcome));
      }
    }
    return { ends, mapped: new Map(delivered.map(({ enrichmentId, mapped }) => [enrichmentId, mapped])) };
  }
}

/** Data that is read before anything is written. */
interface ReadForSettling {
  /** Requests that end with an execution, by id. */
  readonly requests: ReadonlyMap<string, StoredRequest>;
  readonly held: ReadonlyMap<string, HeldExecution>;
  /** Existing entities, by id. */
  readonly found: ReadonlyMap<string, LockedIdentity>;
  readonly known: KnownEnrichments;
}

interface StoredSettlements {
  readonly ends: readonly ExecutionEnd[];
  /** What rules read of delivered results, by execution id. */
  readonly mapped: ReadonlyMap<string, MappedResult>;
}

const entityIdsOf = (items: readonly Settlement[]): readonly string[] => [
  ...new Set(items.flatMap(({ target }) => ('entity' in target ? [target.entity.id] : []))),
];

/** Returns why nothing found about an entity is kept, or `null` if the entity is unchanged. */
function cancellationOf({ provider, target, result }: Settlement, found: ReadForSettling['found']): ItemProblem | null {
  if (!('entity' in target)) return null;
  const now = found.get(target.entity.id);
  if (!now) return problem('CANCELLED', 'The entity was deleted in the meantime');
  if (!result.ok || isStill(target.entity, now, provider)) return null;
  return problem('CANCELLED', 'The entity was changed in the meantime: send the request again');
}

/** Returns an execution as it would be read after storing it. */
function endedExecution(
  { provider, target }: Settlement,
  { id: requestId, askedBy }: StoredRequest,
  { createdAt }: HeldExecution,
  { id, state, errorCode, errorMessage, chargedCents, executionMs, outcome }: ExecutionEnd,
): Execution {
  return {
    id,
    requestId,
    entityId: 'entity' in target ? target.entity.id : null,
    integrationCode: provider.code,
    state,
    leaderId: null,
    problem: errorCode === null ? null : { code: errorCode, message: errorMessage! },
    chargedCents,
    executionMs,
    outcome,
    createdAt,
    finishedAt: new Date(),
    triggeredBy: askedBy.actor.id,
  };
}

/** Returns the settlement after its source has stored further data, which determines what was actually delivered. */
async function completed(client: Transaction, item: Settlement, found: ReadForSettling['found']): Promise<Settlement> {
  const { target, result, requester } = item;
  if (!('entity' in target) || cancellationOf(item, found) || !result.ok || !result.value.complete) return item;
  return { ...item, result: await result.value.complete(client, requester) };
}

/** Returns the data stored for an entity, or `null` if nothing was delivered, or the execution is not for an entity. */
function deliveredResult(
  organizationId: string,
  { lease, provider, target, result }: Settlement,
): DeliveredResult | null {
  if (!('entity' in target) || !result.ok) return null;
  const { id: entityId, type: entityType, countryCode, own } = target.entity;
  const { raw, part, fetchedAt } = result.value;
  const { code: integrationCode, confidence, reliability, provides } = provider;
  return {
    organizationId,
    entityId,
    entityType,
    countryCode,
    integrationCode,
    enrichmentId: lease.id,
    raw,
    mapped: part,
    normalizedPart: part,
    fetchedAt,
    confidence,
    reliability,
    provides,
    ...(own && { own }),
    rawExpiresAt: new Date(fetchedAt.getTime() + enrichmentLimits.rawDays * dayMs),
  };
}

const succeeded = (
  id: string,
  chargedCents: number,
  executionMs: number,
  outcome: ExecutionOutcome | null,
): ExecutionEnd => ({
  id,
  state: 'succeeded',
  chargedCents,
  executionMs,
  errorCode: null,
  errorMessage: null,
  outcome,
});

const failed = (
  id: string,
  state: 'failed' | 'cancelled',
  { code, message }: ItemProblem,
  executionMs: number,
): ExecutionEnd => ({ id, state, chargedCents: 0, executionMs, errorCode: code, errorMessage: message, outcome: null });

/** Probes are reported by the code that requested them. */
function auditOf(live: readonly Settlement[], ends: readonly ExecutionEnd[]) {
  const byId = new Map(ends.map((end) => [end.id, end]));
  return live.flatMap(({ lease, provider, requester, target, requestId }) => {
    if (!('entity' in target)) return [];
    const { state, chargedCents, errorCode } = byId.get(lease.id)!;
    const entry: AuditEntry = {
      event: 'enrichment_executed',
      resourceType: 'entity',
      resourceId: target.entity.id,
      summary: `Integration ${provider.code} was asked: ${errorCode ?? 'delivered'}, ${chargedCents} cents`,
      changes: {
        state: { previous: 'running', current: state },
        costCents: { previous: 0, current: chargedCents },
      },
      relatedIds: { enrichmentId: lease.id, enrichmentRequestId: requestId, entityId: target.entity.id },
    };
    return [{ subject: byPrincipal(requester), entries: [entry] }];
  });
}
