import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { automationLimits } from '../../definitions/index.js';
import { findAutomationWork } from '../persistence/work-store.js';
import { ListenToOutbox } from './listen-to-outbox.js';
import { RunExecutions } from './run-executions.js';
import { StartScheduled } from './start-scheduled.js';

/** Looks for automation work of all organizations at once, and starts it. Any number of processes may do so. */
@Injectable()
export class LookForWork extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'automations',
    'looking for due automations failed',
    automationLimits.lookMs,
    () => this.lookUnlessNone(),
  );
  private noneUntilMs = Number.NEGATIVE_INFINITY;

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly listening: ListenToOutbox,
    private readonly schedules: StartScheduled,
    private readonly executions: RunExecutions,
  ) {
    super();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await Promise.all([this.listening.stop(), this.schedules.stop(), this.executions.stop()]);
  }

  /** Returns whether there was any work. Resolves once the work is started, so that long work does not hold up other work. */
  async look(): Promise<boolean> {
    const { areAny, events, schedules, executions } = await inTransaction(this.pool, null, findAutomationWork);
    if (!areAny) this.noneUntilMs = performance.now() + automationLimits.noneLookMs;
    this.listening.begin(events);
    this.schedules.begin(schedules);
    for (const organizationId of executions) this.executions.begin(organizationId);
    return events.length + schedules.length + executions.length > 0;
  }

  /** While there are no automations, this costs almost nothing. */
  private async lookUnlessNone(): Promise<boolean> {
    return performance.now() >= this.noneUntilMs && (await this.look());
  }
}
