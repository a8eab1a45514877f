import { Injectable } from '@nestjs/common';
import type { Asked, ItemProblem } from '@tamis/enrichment';
import { failure, type Result } from '@tamis/stdx';

import type { Principal } from '../../../../platform/auth/index.js';
import { newId } from '../../../../platform/database/index.js';
import { leavePlace } from '../../../../platform/load/index.js';
import type { OrganizationIntegration } from '../../integrations/index.js';
import { enrichmentLimits } from '../domain/enrichment-limits.js';
import { problem } from '../domain/execution.js';
import { endRequests } from '../persistence/request-store.js';
import type { Delivered } from './ask-provider.js';
import { BeginRequest } from './begin-request.js';
import { RunExecutions } from './run-executions.js';
import type { StoreProbe } from './settle-executions.js';

/** A query to one integration about a subject that is not stored. */
export interface SingleExecution {
  readonly principal: Principal;
  /** An enabled integration without problems, with validated input. */
  readonly integration: OrganizationIntegration;
  readonly asked: Asked;
  readonly isSandbox: boolean;
  /** Stores what is kept of any result in the transaction that charges or releases the cost. */
  readonly store: (...result: [...Parameters<StoreProbe>, executionId: string]) => Promise<void>;
}

export interface SingleOutcome {
  readonly enrichmentId: string;
  readonly result: Result<Delivered, ItemProblem>;
  readonly costCents: number;
  readonly executionMs: number;
}

/** Calls one provider without a stored entity: reserves, calls and settles like every other execution. */
@Injectable()
export class RunOnce {
  constructor(
    private readonly beginning: BeginRequest,
    private readonly executions: RunExecutions,
  ) {}

  /** Throws 402 `INSUFFICIENT_BALANCE`. In this case nothing is stored or called. */
  async execute({ principal, integration, asked, isSandbox, store }: SingleExecution): Promise<SingleOutcome> {
    const startedMs = performance.now();
    const { organizationId } = principal;
    const { provider, priceCents, settings } = integration;
    const [requestId, executionId] = [newId(), newId()];
    const execution = {
      ...{ id: executionId, requestId, entityId: null, position: 0, integrationCode: provider.code, priceCents },
      // The caller determines what is stored and where, so it equals no other execution.
      ...{ fingerprint: null, leaderId: null, problem: null, isTaken: false },
    };
    const request = { requestId, entityId: null, principal, parameters: {}, trigger: null };
    await this.beginning.begin({ ...request, withoutMoney: 'refuse' }, null, () => ({ executions: [execution] }));
    const deadlineMs = Date.now() + enrichmentLimits.requestMs;
    const asking = { provider, settings, entityId: null, asked, isSandbox, deadlineMs };
    const call = { organizationId, executionId, ...asking };
    const target = {
      store: async (...[client, result]: Parameters<StoreProbe>) => {
        await store(client, result, executionId);
        endRequests(client, organizationId, [{ id: requestId, rules: null, rulesFailed: false }]);
      },
    };
    leavePlace();
    const settled = await this.executions.execute({ call, requestId, requester: principal, target });
    const result =
      settled?.result ?? failure(problem('OUTCOME_UNKNOWN', `The response of ${provider.name} is unknown`));
    const executionMs = Math.round(performance.now() - startedMs);
    return { enrichmentId: executionId, result, costCents: result.ok ? priceCents : 0, executionMs };
  }
}
