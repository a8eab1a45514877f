import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { ItemProblem } from '@tamis/enrichment';
import { failure, type Result } from '@tamis/stdx';
import { setTimeout as delay } from 'node:timers/promises';

import type { Requester } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { enrichmentLimits } from '../domain/enrichment-limits.js';
import { type ExecutionLease, problem } from '../domain/execution.js';
import { leaseExecution } from '../persistence/execution-store.js';
import { AskProvider, type Delivered } from './ask-provider.js';
import { Bulkheads } from './bulkheads.js';
import { credentialOf, longestCallMs, type ProviderCall } from './provider-call.js';
import { type Settled, SettleExecutions, type Settlement } from './settle-executions.js';

/** A stored execution, with everything needed to call its provider. */
export interface PlannedExecution {
  readonly call: ProviderCall;
  readonly requestId: string;
  readonly requester: Requester;
  readonly target: Settlement['target'];
  /** Lease of an execution that was taken over. Absent if it waits for its first. */
  readonly lease?: ExecutionLease;
  /** Whether it is the only one of its request. */
  readonly isOnly?: boolean;
}

/** The result of an execution. */
export interface EndedExecution extends Settled {
  readonly result: Result<Delivered, ItemProblem>;
}

/** Calls providers for executions, as many at the same time as allowed, and settles their results. */
@Injectable()
export class RunExecutions implements BeforeApplicationShutdown {
  private readonly logger = new Logger('enrichments');
  private readonly bulkheads = new Bulkheads(enrichmentLimits.waiting);
  private readonly inFlight = new Set<Promise<unknown>>();

  constructor(
    private readonly database: TenantDatabase,
    private readonly asking: AskProvider,
    private readonly settling: SettleExecutions,
  ) {}

  /** Resolves with the result when it is settled; `null` if this process did not settle it. Never rejects. */
  execute(planned: PlannedExecution): Promise<EndedExecution | null> {
    const work = this.database
      .runOutsideTransaction(() => this.executeInTurn(planned))
      .catch((error: unknown) => {
        this.logger.warn(`storing the result of an execution failed; it will be determined again: ${String(error)}`);
        return null;
      })
      .finally(() => this.inFlight.delete(work));
    this.inFlight.add(work);
    return work;
  }

  /** What is not settled by then is taken over by another process. */
  async beforeApplicationShutdown(): Promise<void> {
    const patience = new AbortController();
    const late = delay(enrichmentLimits.stopMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.inFlight), late]);
    patience.abort();
  }

  private async executeInTurn(planned: PlannedExecution): Promise<EndedExecution | null> {
    const { call, requestId } = planned;
    const { atOnce } = enrichmentLimits;
    const places = [
      { name: `request ${requestId}`, most: atOnce.request },
      { name: `organization ${call.organizationId}`, most: atOnce.organization },
      // The slow server of one organization does not delay others.
      { name: `provider ${call.provider.code} ${credentialOf(call)}`, most: call.provider.calls.atOnce },
      { name: 'process', most: atOnce.process },
    ];
    const release = await this.bulkheads.acquire(places, call.deadlineMs - Date.now());
    try {
      return await this.askInTurn(planned, release !== null);
    } finally {
      release?.();
    }
  }

  private async askInTurn(planned: PlannedExecution, hasTurn: boolean): Promise<EndedExecution | null> {
    const { call, requestId, requester, target, isOnly = false } = planned;
    const { organizationId, executionId, provider } = call;
    // Limits the time for waiting and pauses between attempts, since the maximum call time does not include it.
    const longestMs = longestCallMs(provider) + enrichmentLimits.leaseMs;
    const deadlineMs = Math.min(call.deadlineMs, Date.now() + longestMs);
    const leaseMs = Math.max(0, deadlineMs - Date.now()) + enrichmentLimits.leaseMs;
    const client = this.database.forOrganization(organizationId);
    const lease = planned.lease ?? (await leaseExecution(client, organizationId, executionId, leaseMs));
    if (!lease) return null;
    const startedMs = performance.now();
    const result = hasTurn
      ? await this.asking.ask({ ...call, deadlineMs })
      : failure(
          problem(
            'PROVIDER_TIMEOUT',
            `${provider.name} was not called in time: too many other calls are waiting for it`,
          ),
        );
    const executionMs = Math.round(performance.now() - startedMs);
    const settlement = { lease, requestId, isOnly, provider, requester, result, executionMs, target };
    const settled = await this.settling.settle(organizationId, settlement);
    return settled && { ...settled, result };
  }
}
