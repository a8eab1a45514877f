import { Injectable } from '@nestjs/common';

import {
  type AuditEntry,
  type AuditSubject,
  byPrincipal,
  bySystem,
  recordAudit,
} from '../../../../platform/audit/index.js';
import { hashToken, isToken, type Principal } from '../../../../platform/auth/index.js';
import { newId, takeTurn, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { TransactionRecordSource } from '../../../events/transactions/index.js';
import { FindEntity } from '../../../parties/entities/index.js';
import { type Automation, type JsonObject, ReadAutomations } from '../../definitions/index.js';
import type { LeasedExecution } from '../domain/execution.js';
import { leaseExecution } from '../persistence/execution-store.js';
import { isTokenOf, spendTokens } from '../persistence/token-store.js';
import {
  cancelExecution,
  endWaiting,
  findExecution,
  findNewestWaiting,
  type KnownExecution,
  lockExecution,
} from '../persistence/waiting-store.js';
import { BeginExecutions } from './begin-executions.js';
import { ExecutionPlans } from './execution-plans.js';
import { type ExecutionProgress, RunExecutions } from './run-executions.js';

/** An execution that a person started or continued, and its progress while they waited. */
export interface HandRun extends ExecutionProgress {
  readonly automationId: string;
  readonly executionId: string;
  readonly totalSteps: number;
}

export interface RunRequest {
  readonly entityId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly data?: JsonObject | undefined;
}

/** Operations of people on executions. */
@Injectable()
export class RunByHand {
  constructor(
    private readonly database: TenantDatabase,
    private readonly automations: ReadAutomations,
    private readonly entities: FindEntity,
    private readonly transactions: TransactionRecordSource,
    private readonly beginning: BeginExecutions,
    private readonly runs: RunExecutions,
    private readonly plans: ExecutionPlans,
  ) {}

  /**
   * Starts an execution. Throws 404, 403 for an automation with another trigger, 409 for a disabled one, and 422 for a record that does not
   * exist.
   */
  async start(principal: Principal, id: string, request: RunRequest): Promise<HandRun> {
    const { organizationId } = principal;
    const automation = await this.automations.get(organizationId, id);
    if (automation.triggerType !== 'manual_execution')
      throw new ApiError('FORBIDDEN', `It starts on ${automation.triggerType} and cannot be started manually`);
    assertOn(automation);
    const { entityId, transactionId, data = {} } = await this.checkRecords(organizationId, request);
    const leased = await this.database.transaction(organizationId, async (client) => {
      const recordId = transactionId ?? entityId;
      // Counts the executions on a record. Concurrent requests wait for the count.
      if (recordId !== undefined) await takeTurn(client, `executions ${id} ${recordId}`);
      const executionId = newId();
      await this.beginning.begin(client, organizationId, [
        {
          ...{ id: executionId, automationId: id, version: automation.version, eventKey: executionId },
          trigger: { type: 'manual_execution', ...(entityId && { entityId }), ...(transactionId && { transactionId }) },
          ...{
            data: JSON.stringify({ ...data, ...(entityId && { entityId }), ...(transactionId && { transactionId }) }),
          },
          ...{ actsFor: automation.enabledBy, chain: [], stopped: null },
        },
      ]);
      await recordAudit(client, byPrincipal(principal), [entry('started', id, executionId)]);
      const begun = (await findExecution(client, organizationId, executionId))!;
      return begun.status === 'cancelled' ? null : leaseExecution(client, organizationId, executionId);
    });
    if (!leased)
      throw new ApiError('RATE_LIMIT_EXCEEDED', 'The automation ran too often on this record within an hour');
    return this.follow(leased);
  }

  /** Continues an execution. Throws 404, and 409 if it is not waiting. */
  async resume(principal: Principal, executionId: string, payload: JsonObject): Promise<HandRun> {
    const { organizationId } = principal;
    return this.follow(await this.goOn(organizationId, executionId, payload, byPrincipal(principal)));
  }

  /** Continues the newest waiting execution. Throws 404, and 409 if none is waiting. */
  async resumeNewest(principal: Principal, automationId: string, payload: JsonObject): Promise<HandRun> {
    const { organizationId } = principal;
    await this.automations.get(organizationId, automationId);
    const client = this.database.forOrganization(organizationId);
    const executionId = await findNewestWaiting(client, organizationId, automationId);
    if (!executionId) throw new ApiError('INVALID_STATUS_TRANSITION', 'No execution of the automation is waiting');
    return this.resume(principal, executionId, payload);
  }

  /** Continues an execution with its token, which can be used only once. Returns `null` if the token is not valid. */
  async resumeWithToken(executionId: string, token: string): Promise<HandRun | null> {
    const named = await this.findByToken(executionId, token);
    if (!named) return null;
    const { organizationId } = named;
    const by = bySystem(organizationId, 'token of an automation');
    try {
      return await this.follow(await this.goOn(organizationId, executionId, {}, by, token));
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return null;
      throw error;
    }
  }

  /** Returns the automation of a token that continues this execution, or `null` if the token was used, has expired or is invalid. */
  async findByToken(executionId: string, token: string): Promise<Automation | null> {
    const organizationId = organizationOf(token);
    if (organizationId === null) return null;
    const client = this.database.forOrganization(organizationId);
    if (!(await isTokenOf(client, organizationId, executionId, hashToken(token)))) return null;
    const execution = await findExecution(client, organizationId, executionId);
    return execution?.status === 'waiting' ? this.automations.get(organizationId, execution.automationId) : null;
  }

  /** Cancels an execution. Throws 404, and 409 if it has already ended. */
  async cancel(principal: Principal, executionId: string): Promise<KnownExecution> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const execution = await lockExecution(client, organizationId, executionId);
      if (!execution) throw notFound('Execution');
      if (!['queued', 'running', 'waiting'].includes(execution.status))
        throw new ApiError('INVALID_STATUS_TRANSITION', `The execution is ${execution.status}`);
      await cancelExecution(client, organizationId, executionId);
      await spendTokens(client, organizationId, executionId);
      const payload = { automationId: execution.automationId, executionId, status: 'cancelled' };
      await writeEvents(client, [{ organizationId, event: 'automation:execution-updated', payload }]);
      await recordAudit(client, byPrincipal(principal), [entry('cancelled', execution.automationId, executionId)]);
      return execution;
    });
  }

  private goOn(
    organizationId: string,
    executionId: string,
    payload: JsonObject,
    by: AuditSubject,
    token?: string,
  ): Promise<LeasedExecution> {
    return this.database.transaction(organizationId, async (client) => {
      const execution = await lockExecution(client, organizationId, executionId);
      if (!execution) throw notFound('Execution');
      // If several callers use the token at once, only one of them finds it still valid.
      const isSpent = token !== undefined && !(await isTokenOf(client, organizationId, executionId, hashToken(token)));
      if (execution.status !== 'waiting' || execution.isExpired || isSpent)
        throw new ApiError('INVALID_STATUS_TRANSITION', 'The execution is not waiting for a person');
      await endWaiting(client, organizationId, { id: executionId, state: { ...execution.state!, payload } });
      await spendTokens(client, organizationId, executionId);
      await recordAudit(client, by, [entry('continued', execution.automationId, executionId)]);
      return leaseExecution(client, organizationId, executionId);
    });
  }

  private async follow(leased: LeasedExecution): Promise<HandRun> {
    const { organizationId, automationId, id: executionId, version } = leased;
    const { plan } = await this.plans.find(organizationId, automationId, version);
    return { automationId, executionId, totalSteps: plan.nodes.size, ...(await this.runs.execute(leased)) };
  }

  private async checkRecords(organizationId: string, request: RunRequest): Promise<RunRequest> {
    const { entityId, transactionId } = request;
    const found = async (what: 'entityId' | 'transactionId', look: () => Promise<unknown>): Promise<void> => {
      await look().catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        throw new ApiError(error.code, error.message, { [what]: 'names no record' }, undefined, 422);
      });
    };
    if (entityId) await found('entityId', () => this.entities.find(organizationId, { id: entityId }));
    if (transactionId) await found('transactionId', () => this.transactions.find(organizationId, transactionId));
    return request;
  }
}

/** Throws 409 if the automation is disabled. */
function assertOn({ enabled, archivedAt }: Automation): void {
  if (enabled && archivedAt === null) return;
  throw new ApiError('INVALID_STATUS_TRANSITION', 'The automation is disabled; enable it first');
}

/** Returns the organization id that a token begins with, or `null` if it is not a token. */
function organizationOf(token: string): string | null {
  const [organization = '', secret = ''] = token.split('.');
  const hex = Buffer.from(organization, 'base64url').toString('hex');
  if (hex.length !== 32 || !isToken(secret)) return null;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const entry = (what: 'started' | 'continued' | 'cancelled', automationId: string, executionId: string): AuditEntry => ({
  event: `automation_execution_${what}`,
  resourceType: 'automation',
  resourceId: automationId,
  summary: `execution ${what}`,
  relatedIds: { automationId, executionId },
});
