import { Injectable, Logger } from '@nestjs/common';
import type { ItemProblem } from '@tamis/enrichment';
import { failure } from '@tamis/stdx';

import {
  findEnvironment,
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
} from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { FindEntity } from '../../../parties/entities/index.js';
import { Integrations, type OrganizationIntegration, Providers } from '../../integrations/index.js';
import { enrichmentLimits } from '../domain/enrichment-limits.js';
import type { StoredRequest } from '../domain/enrichment-request.js';
import { problem } from '../domain/execution.js';
import { type AbandonedExecution, findAbandoned, takeOverExecutions } from '../persistence/execution-store.js';
import { countFinishFailure, endRequests, findRequest, findSettledRequests } from '../persistence/request-store.js';
import { askedAbout, isPartyRow, type PartyRow, subjectOf } from './asked-about.js';
import { FinishRequest } from './finish-request.js';
import { RunExecutions } from './run-executions.js';
import { SettleExecutions, type Settlement } from './settle-executions.js';

/** Completes what a dead process left behind: executions, depending on whether their provider may be called again, and requests. */
@Injectable()
export class EnrichmentSweep extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'enrichments',
    'taking over abandoned executions failed',
    enrichmentLimits.sweepMs,
    () => this.sweep(),
  );
  private readonly logger = new Logger('enrichments');

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly entities: FindEntity,
    private readonly providers: Providers,
    private readonly integrations: Integrations,
    private readonly executions: RunExecutions,
    private readonly settling: SettleExecutions,
    private readonly finishing: FinishRequest,
  ) {
    super();
  }

  /** Resolves when everything found has been completed, or waits for the next sweep. A slow or failing organization delays few others. */
  async sweep(): Promise<void> {
    const found = (await inTransaction(this.pool, null, findAbandoned)).values();
    const lane = async (): Promise<void> => {
      for (const id of found) {
        if (this.task.isStopped) return;
        await this.sweepOf(id).catch((error: unknown) =>
          this.logger.warn(`taking over executions of organization ${id} failed: ${String(error)}`),
        );
      }
    };
    await Promise.all(Array.from({ length: enrichmentLimits.sweptAtOnce }, lane));
  }

  private async sweepOf(organizationId: string): Promise<void> {
    const { takenOverAtOnce, requestMs, leaseMs } = enrichmentLimits;
    const client = this.database.forOrganization(organizationId);
    const taken = await takeOverExecutions(client, organizationId, takenOverAtOnce, requestMs + leaseMs);
    await Promise.all(taken.map((execution) => this.resume(organizationId, execution)));
    for (const id of await findSettledRequests(client, organizationId)) await this.finish(organizationId, id);
  }

  private async finish(organizationId: string, requestId: string): Promise<void> {
    const request = await findRequest(this.database.forOrganization(organizationId), organizationId, requestId);
    if (!request) return;
    const { entityId } = request;
    try {
      await this.finishing.finish(organizationId, { requestId, entityId });
    } catch (error) {
      const { finishFailures, finishPauseMs } = enrichmentLimits;
      const client = this.database.forOrganization(organizationId);
      const failures = await countFinishFailure(client, organizationId, requestId, finishPauseMs);
      this.logger.warn(
        `finishing request ${requestId} failed, attempt ${failures} of ${finishFailures}: ${String(error)}`,
      );
      if (failures >= finishFailures)
        await this.finishing.finish(organizationId, { requestId, entityId, withoutRules: true });
    }
  }

  private async resume(organizationId: string, execution: AbandonedExecution): Promise<void> {
    const { id, leaseNumber, requestId, entityId, integrationCode: code } = execution;
    const client = this.database.forOrganization(organizationId);
    const request = (await findRequest(client, organizationId, requestId))!;
    const known = this.providers.find(code);
    const lost = {
      code,
      name: code,
      input: { oneOf: [], parameters: [] },
      confidence: 0,
      reliability: 'community',
      provides: [],
    } as const;
    const base = { lease: { id, leaseNumber }, requestId, provider: known ?? lost, requester: request.askedBy };
    const fail = (target: Settlement['target'], error: ItemProblem): Promise<unknown> =>
      this.settling.settle(organizationId, { ...base, target, result: failure(error), executionMs: 0 });
    if (entityId === null)
      // Its query was not stored.
      return void (await fail(endOf(organizationId, requestId), unknownOutcome(code)));
    const subject = { id: entityId, type: '', countryCode: null };
    if (leaseNumber > enrichmentLimits.takenOver) {
      this.logger.error(`execution ${id} of ${code} was taken over ${leaseNumber} times and is marked as failed`);
      return void (await fail({ entity: subject }, problem('INTERNAL_ERROR', 'An internal error occurred')));
    }
    if (known === null || (execution.wasRunning && known.calls.repeat === 'unsafe'))
      return void (await fail({ entity: subject }, unknownOutcome(code)));
    const row = await this.entities.find(organizationId, { id: entityId }).catch(() => null);
    const integration = (await this.integrations.forOrganization(organizationId, [code])).get(code)!;
    if (!row || !isPartyRow(row)) return void (await fail({ entity: subject }, unknownOutcome(code)));
    if (integration.problem) return void (await fail({ entity: row }, integration.problem));
    await this.runAgain(organizationId, execution, { row, integration, request });
  }

  private async runAgain(
    organizationId: string,
    { id, leaseNumber, requestId }: AbandonedExecution,
    { row, integration, request }: { row: PartyRow; integration: OrganizationIntegration; request: StoredRequest },
  ): Promise<void> {
    const environment = await findEnvironment(this.database.forOrganization(organizationId), organizationId);
    const { provider, settings } = integration;
    const call = {
      ...{ organizationId, executionId: id, provider, settings, entityId: row.id },
      asked: askedAbout(row, request.parameters),
      ...{ isSandbox: environment !== 'production', deadlineMs: Date.now() + enrichmentLimits.requestMs },
    };
    const target = { entity: subjectOf(row) };
    await this.executions.execute({ call, requestId, requester: request.askedBy, target, lease: { id, leaseNumber } });
  }
}

const unknownOutcome = (code: string): ItemProblem =>
  problem('OUTCOME_UNKNOWN', `The server stopped during the call of ${code}, and its result is unknown`);

const endOf = (organizationId: string, requestId: string): Settlement['target'] => ({
  store: async (client) => endRequests(client, organizationId, [{ id: requestId, rules: null, rulesFailed: false }]),
});
