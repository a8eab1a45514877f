import { Injectable, Logger } from '@nestjs/common';

import { ActorScopes, type Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { EvaluatedEntities, findEntitiesById, pagesOfEntityIds } from '../../../parties/entities/index.js';
import {
  type Automation,
  automationLimits,
  type ConditionJson,
  Conditions,
  findDueSchedules,
  leaseSchedule,
  nextTime,
  setNextTime,
} from '../../definitions/index.js';
import { passesTrigger, withEntity } from '../domain/event-subject.js';
import type { NewExecution } from '../domain/execution.js';
import { BackgroundWork } from './background-work.js';
import { BeginExecutions } from './begin-executions.js';

/** Starts automations that are due: once per scheduled time, however many processes check, and only once for all missed times. */
@Injectable()
export class StartScheduled {
  private readonly logger = new Logger('automations');
  private readonly work = new BackgroundWork('starting scheduled automations failed');

  constructor(
    private readonly database: TenantDatabase,
    private readonly rights: ActorScopes,
    private readonly entities: EvaluatedEntities,
    private readonly conditions: Conditions,
    private readonly beginning: BeginExecutions,
  ) {}

  /** Starts what is due in these organizations, unless this is already in progress. */
  begin(organizationIds: readonly string[]): void {
    if (organizationIds.length > 0) this.work.begin('schedules', () => this.start(organizationIds));
  }

  stop(): Promise<void> {
    return this.work.stop();
  }

  async start(organizationIds: readonly string[]): Promise<void> {
    for (const organizationId of organizationIds) {
      if (this.work.isStopped) return;
      const isBusy = this.work.isUnderWay(organizationId);
      const taken = await this.database.transaction(organizationId, async (client) => {
        const automations = await findDueSchedules(client, organizationId);
        for (const automation of automations)
          if (filterOf(automation) === null) await this.beginAll(client, automation, [executionOf(automation, null)]);
        const filtered = isBusy ? undefined : automations.find((automation) => filterOf(automation) !== null);
        if (filtered) leaseSchedule(client, filtered, automationLimits.scheduleLeaseMs);
        return filtered;
      });
      // Started separately, so that an automation with many entities does not hold up other organizations.
      if (taken) this.work.begin(organizationId, () => this.startForEntities(taken));
    }
  }

  private async beginAll(
    client: Transaction,
    automation: Automation,
    executions: readonly NewExecution[],
  ): Promise<void> {
    setNextTime(client, automation, nextTime(automation.triggerConfig, new Date(), automation.nextRunAt!));
    await this.beginning.begin(client, automation.organizationId, executions);
  }

  /**
   * Creates one execution for each entity that matches the filter. If the process dies before they are stored, nothing was done, and
   * another process starts over.
   */
  private async startForEntities(automation: Automation): Promise<void> {
    const { organizationId, enabledBy, id, name } = automation;
    const client = this.database.forOrganization(organizationId);
    const scopes = await this.rights.find(client, organizationId, enabledBy);
    const principal: Principal = {
      ...{ organizationId, actor: { type: 'automation', id, name, email: null }, scopes },
      from: { ipAddress: '', userAgent: null, requestId: id },
    };
    const matching: NewExecution[] = [];
    for await (const entityId of this.candidatesOf(automation)) {
      if (matching.length >= automationLimits.scheduledEntities) break;
      try {
        const record = await this.entities.find(organizationId, entityId);
        const { outcome } = await this.conditions.evaluate(principal, filterOf(automation)!, record);
        if (outcome === 'true') matching.push(executionOf(automation, entityId));
      } catch (error) {
        this.logger.warn(`automation ${id} was not started for entity ${entityId}: ${String(error)}`);
      }
    }
    if (this.work.isStopped) return;
    await this.database.transaction(organizationId, (transaction) => this.beginAll(transaction, automation, matching));
  }

  /** Yields entities of the configured types and countries, newest first. The automation stays leased meanwhile. */
  private async *candidatesOf(automation: Automation): AsyncGenerator<string> {
    const { organizationId, triggerConfig } = automation;
    const client = this.database.forOrganization(organizationId);
    const { scheduledPage: size, scheduleLeaseMs } = automationLimits;
    for (const type of ['person', 'company'] as const)
      for await (const ids of pagesOfEntityIds(client, organizationId, { type, size })) {
        await this.database.transaction(organizationId, async (transaction) =>
          leaseSchedule(transaction, automation, scheduleLeaseMs),
        );
        const rows = await findEntitiesById(client, organizationId, ids);
        for (const id of ids) {
          if (this.work.isStopped) return;
          if (passesTrigger('scheduled', triggerConfig, withEntity({}, rows.get(id)))) yield id;
        }
      }
  }
}

const filterOf = ({ triggerConfig }: Automation): readonly ConditionJson[] | null =>
  (triggerConfig['entityFilter'] as readonly ConditionJson[] | undefined) ?? null;

function executionOf(automation: Automation, entityId: string | null): NewExecution {
  const { id: automationId, version, nextRunAt, enabledBy: actsFor } = automation;
  const at = nextRunAt!.toISOString();
  return {
    ...{ id: newId(), automationId, version, actsFor, chain: [], stopped: null },
    eventKey: entityId === null ? at : `${at} ${entityId}`,
    trigger: { type: 'scheduled', ...(entityId !== null && { entityId }) },
    data: JSON.stringify({ scheduledAt: at, ...(entityId !== null && { entityId }) }),
  };
}
