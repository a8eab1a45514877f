import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { automationLimits } from '../../definitions/index.js';
import type { ExecutionStatus, LeasedExecution } from '../domain/execution.js';
import { type ExecutionMove, leaseExecutions } from '../persistence/execution-store.js';
import { BackgroundWork } from './background-work.js';
import { asksOutside } from './current-step.js';
import { type DueExecution, ExecuteStep } from './execute-step.js';
import { ExecutionPlans, type VersionPlan } from './execution-plans.js';

/** Progress of an execution in this process. */
export interface ExecutionProgress {
  readonly status: ExecutionStatus | 'taken_over';
  /** For a waiting execution: the token that continues it. */
  readonly token: string | null;
  readonly state: LeasedExecution['state'];
}

/**
 * Runs executions that are due. Any number of processes may do so: each takes different executions, and continues those of a process that
 * died.
 */
@Injectable()
export class RunExecutions {
  private readonly work = new BackgroundWork('executing automations failed');

  constructor(
    private readonly database: TenantDatabase,
    private readonly steps: ExecuteStep,
    private readonly plans: ExecutionPlans,
  ) {}

  /** Starts running those of an organization, unless this is already in progress. */
  begin(organizationId: string): void {
    this.work.begin(organizationId, () => this.drain(organizationId));
  }

  stop(): Promise<void> {
    return this.work.stop();
  }

  /** Resolves when nothing is due or in progress any more. */
  private async drain(organizationId: string): Promise<void> {
    const { atOnce, together, groupsAtOnce } = automationLimits;
    const client = this.database.forOrganization(organizationId);
    const [groups, alone] = [new Set<Promise<unknown>>(), new Set<Promise<unknown>>()];
    const start = (work: Promise<unknown>, of: Set<Promise<unknown>>): void => {
      const done: Promise<unknown> = work.finally(() => of.delete(done));
      of.add(done);
    };
    const goAlone = (execution: LeasedExecution): void => start(this.execute(execution), alone);
    while (!this.work.isStopped) {
      const mayTake = groups.size < groupsAtOnce && alone.size < atOnce;
      const taken = mayTake ? await leaseExecutions(client, organizationId, together) : [];
      if (taken.length > 0) start(this.executeTogether(organizationId, taken, goAlone), groups);
      else if (groups.size + alone.size === 0) return;
      else await Promise.race([...groups, ...alone]);
    }
    await Promise.all([...groups, ...alone]);
  }

  /** Executions that call providers continue separately, so that others need not wait for them, as do those of a group that failed. */
  private async executeTogether(
    organizationId: string,
    taken: readonly LeasedExecution[],
    goAlone: (execution: LeasedExecution) => void,
  ): Promise<void> {
    let open = taken;
    while (open.length > 0 && !this.work.isStopped) {
      try {
        const due: DueExecution[] = [];
        for (const execution of open) {
          const planned = await this.plans.find(organizationId, execution.automationId, execution.version);
          if (asksNext(execution, planned)) goAlone(execution);
          else due.push({ execution, planned });
        }
        open = due.map(({ execution }) => execution);
        const outcomes = await this.steps.execute(organizationId, due);
        const failed = due.flatMap(({ execution }, index) => {
          const { error } = outcomes[index]!;
          return error === undefined ? [] : [this.recover(execution, error)];
        });
        await Promise.all(failed);
        open = due.flatMap(({ execution }, index) => {
          const { move } = outcomes[index]!;
          return move?.status === 'running' ? [behind(execution, move)] : [];
        });
      } catch {
        for (const execution of open) goAlone(execution);
        return;
      }
    }
  }

  /** Executes one step after another, until the execution waits or has ended. */
  async execute(execution: LeasedExecution): Promise<ExecutionProgress> {
    let current = execution;
    try {
      const { organizationId, automationId, version } = execution;
      const planned = await this.plans.find(organizationId, automationId, version);
      for (;;) {
        const [outcome] = await this.steps.execute(organizationId, [{ execution: current, planned }]);
        const { move, token = null, error } = outcome!;
        if (error !== undefined) return await this.putOff(current, error);
        if (!move) return { status: 'taken_over', token: null, state: current.state };
        if (move.status !== 'running') return { status: move.status, token, state: move.state };
        current = behind(current, move);
        if (this.work.isStopped) return { status: 'running', token: null, state: move.state };
      }
    } catch (error) {
      return this.putOff(current, error);
    }
  }

  private async putOff(execution: LeasedExecution, error: unknown): Promise<ExecutionProgress> {
    await this.recover(execution, error);
    return { status: 'queued', token: null, state: execution.state };
  }

  private recover(execution: LeasedExecution, error: unknown): Promise<void> {
    return this.steps.recover(execution, error).catch((failure: unknown) => this.work.countFailure(failure));
  }
}

const behind = (execution: LeasedExecution, { state, attempts }: ExecutionMove): LeasedExecution => ({
  ...execution,
  ...{ isFresh: false, status: 'running', state, attempts },
});

function asksNext({ state }: LeasedExecution, { plan }: VersionPlan): boolean {
  const node = plan.nodes.get((state?.queue ?? plan.first)[0] ?? '');
  return node !== undefined && asksOutside(node);
}
