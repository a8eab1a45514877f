import { Injectable, Logger } from '@nestjs/common';

import { ActorScopes, hasPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { isConflict, isTransient, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { withCause, writeEvents } from '../../../../platform/outbox/index.js';
import {
  actionOf,
  type ActionType,
  automationLimits,
  Conditions,
  fillPlaceholders,
  type JsonObject,
  type PlanNode,
  readsOf,
  triggerOf,
} from '../../definitions/index.js';
import { type ExecutionState, firstState, type LeasedExecution, stateBehind } from '../domain/execution.js';
import { isTemporary, stepErrorOf, StepError } from '../domain/step-error.js';
import { type ExecutionMove, holdLeases, storeSteps, type StoredStep } from '../persistence/execution-store.js';
import { PerformAction, readConfig, type OwnWay } from './actions/perform-action.js';
import { AskOutside } from './actions/ask-outside.js';
import { tellOwners } from './begin-executions.js';
import {
  type AfterStep,
  type AfterSteps,
  asksOutside,
  type CurrentStep,
  type Done,
  endOf,
  hasNoEffect,
  principalOf,
  stepOf,
} from './current-step.js';
import type { VersionPlan } from './execution-plans.js';
import { Standby } from './standby.js';
import { SubjectRecords } from './subject-records.js';

/** An execution, and the plan of its automation version. */
export interface DueExecution {
  readonly execution: LeasedExecution;
  readonly planned: VersionPlan;
}

export interface StepOutcome {
  /** `null` if another process has taken the execution, or nothing was done because of an error. */
  readonly move: ExecutionMove | null;
  /** Only for an unexpected error. */
  readonly error?: unknown;
  /** For an execution that is now waiting. */
  readonly token?: string | undefined;
}

/**
 * Performs the next steps of executions of one organization in one transaction. For each execution, this includes the effects of an action,
 * the rows that record it, and where to continue. Conditions and variables before an action have no effects of their own, and are handled
 * in its transaction.
 */
@Injectable()
export class ExecuteStep {
  private readonly logger = new Logger('automations');

  constructor(
    private readonly database: TenantDatabase,
    private readonly rights: ActorScopes,
    private readonly conditions: Conditions,
    private readonly actions: PerformAction,
    private readonly outside: AskOutside,
    private readonly standby: Standby,
    private readonly records: SubjectRecords,
  ) {}

  /**
   * Executes each step in a savepoint, so that a failure only undoes that step. An execution that calls a provider is best passed alone,
   * since others would have to wait for it.
   */
  async execute(organizationId: string, due: readonly DueExecution[]): Promise<readonly StepOutcome[]> {
    for (const { planned } of due) await this.prepare(organizationId, planned);
    const begun = await Promise.all(due.map((each) => this.begin(each)));
    const executions = due.map(({ execution }) => execution);
    return this.database.runAtomically(organizationId, async (client) => {
      const [held, gone, scopes] = await Promise.all([
        holdLeases(client, organizationId, executions),
        this.records.findGone(client, organizationId, executions),
        this.scopesOf(client, organizationId, executions),
      ]);
      const outcomes: StepOutcome[] = [];
      for (const each of begun) {
        const { id, actsFor } = each.execution;
        const current = { ...each, isGone: gone.has(id), scopes: scopes.get(actsFor)! };
        outcomes.push(held.has(id) ? await this.inSavepoint(client, current) : { move: null });
      }
      return outcomes;
    });
  }

  private async begin({ execution, planned }: DueExecution): Promise<Omit<CurrentStep, 'isGone' | 'scopes'>> {
    const state = execution.state ?? firstState(planned.plan.first);
    const node = planned.plan.nodes.get(state.queue[0] ?? '');
    const answer = node ? await this.askOutside(execution, planned, { node, state }) : null;
    return { execution, planned, node, state, answer };
  }

  private async scopesOf(
    client: Transaction,
    organizationId: string,
    executions: readonly LeasedExecution[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const ids = [...new Set(executions.map(({ actsFor }) => actsFor))];
    const found = await Promise.all(ids.map((id) => this.rights.find(client, organizationId, id)));
    return new Map(ids.map((id, index) => [id, found[index]!]));
  }

  private async inSavepoint(client: Transaction, first: CurrentStep): Promise<StepOutcome> {
    const { execution } = first;
    try {
      return await client.savepoint(execution.organizationId, async (part) => {
        const { steps, move, token } = await withCause(execution.cause, () => this.untilEffect(part, first));
        storeSteps(part, execution, steps, move);
        if (move.status !== 'running' && move.status !== 'queued') await this.announce(part, execution, move);
        return { move, token };
      });
    } catch (error) {
      if (isConflict(error) || isTransient(error)) throw error;
      return { move: null, error };
    }
  }

  private async prepare(organizationId: string, { plan, version }: VersionPlan): Promise<void> {
    const { about } = triggerOf(version.triggerType);
    for (const node of plan.nodes.values())
      if (node.kind === 'condition') await this.conditions.prepare(organizationId, node.conditions, about);
  }

  private async untilEffect(client: Transaction, first: CurrentStep): Promise<AfterSteps> {
    const steps: StoredStep[] = [];
    const { nodes } = first.planned.plan;
    for (let current = first; ;) {
      const { step, move, token } = await this.nextStep(client, current);
      if (step) steps.push(step);
      const { state } = move;
      const next = nodes.get(state?.queue[0] ?? '');
      const goesOn = move.status === 'running' && hasNoEffect(current.node) && next && !asksOutside(next);
      if (!goesOn || !state) return { steps, move, ...(token !== undefined && { token }) };
      const execution = { ...current.execution, isFresh: false, attempts: 0 };
      current = { ...current, execution, node: next, state };
    }
  }

  private async nextStep(client: Transaction, current: CurrentStep): Promise<AfterStep> {
    const { execution, node, state, isGone } = current;
    const { attempts } = execution;
    if (execution.status === 'waiting')
      return { step: null, move: { status: 'cancelled', reason: 'expired', state, attempts } };
    if (isGone) return { step: null, move: { status: 'cancelled', reason: 'subject_deleted', state, attempts } };
    if (!node) return { step: null, move: endOf(state) };
    try {
      const done = await this.performNode(client, current, node);
      if (done.token !== undefined) {
        const dueInMs = automationLimits.waitDays * 86_400_000;
        return {
          step: done.step,
          move: { status: 'waiting', state: done.state, dueInMs, attempts: 0 },
          token: done.token,
        };
      }
      const isOver = done.state.queue.length === 0;
      return {
        step: done.step,
        move: isOver ? endOf(done.state) : { status: 'running', state: done.state, attempts: 0 },
      };
    } catch (error) {
      return this.afterFailure(client, current, node, error);
    }
  }

  private async performNode(client: Transaction, current: CurrentStep, node: PlanNode): Promise<Done> {
    const { execution, planned, state } = current;
    const { triggerType, name } = planned.version;
    const principal = principalOf(execution, name, current.scopes);
    if (execution.isFresh) for (const permission of readsOf(triggerType)) assertHolds(principal, permission);
    const next = planned.plan.next.get(node.id)!;
    if (node.kind === 'condition') {
      const record = await this.records.find(execution, triggerOf(triggerType).about);
      const found = record
        ? await this.conditions.evaluate(principal, node.conditions, record)
        : { outcome: 'unknown' as const, because: [{ cause: 'missing', message: 'there is no record to check' }] };
      const result = found.because === undefined ? null : { unknownBecause: found.because };
      const step = { ...stepOf(node), status: 'completed' as const, outcome: found.outcome, result };
      return { step, state: stateBehind(state, node.id, next[found.outcome]) };
    }
    const type = node.action.type as ActionType;
    const { permission } = actionOf(type);
    if (permission !== null) assertHolds(principal, permission);
    const { value: config, missing } = filledConfig(node.action.config, execution, state);
    const after = stateBehind(state, node.id, next.true);
    const told = missing.length > 0 ? { missingPaths: missing } : {};
    if (type === 'set_variable') return setVariable(node, config, after, told);
    if (type === 'wait') {
      readConfig(type, config);
      const token = await this.standby.open(client, execution, node.id);
      return { step: { ...stepOf(node), status: 'waiting', result: told }, state: after, token };
    }
    const context = {
      ...{ client, principal, trigger: execution.trigger, data: execution.data },
      ...{ executionId: execution.id, nodeId: node.id, now: new Date() },
    };
    if (current.answer instanceof Error) throw current.answer;
    const result = current.answer ?? (await this.actions.perform(type as Exclude<ActionType, OwnWay>, context, config));
    const results = { ...after.results, [node.id]: result };
    return {
      step: { ...stepOf(node), status: 'completed', result: { ...told, ...result } },
      state: { ...after, results },
    };
  }

  /** Calls providers before the transaction, under a separate key. */
  private async askOutside(
    execution: LeasedExecution,
    planned: VersionPlan,
    { node, state }: { readonly node: PlanNode; readonly state: ExecutionState },
  ): Promise<JsonObject | Error | null> {
    if (!asksOutside(node) || execution.status === 'waiting') return null;
    const client = this.database.forOrganization(execution.organizationId);
    try {
      const scopes = await this.rights.find(client, execution.organizationId, execution.actsFor);
      const principal = principalOf(execution, planned.version.name, scopes);
      assertHolds(principal, 'enrichments:execute');
      const { value } = filledConfig(node.action.config, execution, state);
      return await withCause(execution.cause, () => this.outside.enrich(principal, execution, node.id, value));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private async afterFailure(
    client: Transaction,
    { execution, planned, state }: CurrentStep,
    node: PlanNode,
    error: unknown,
  ): Promise<AfterStep> {
    const known = stepErrorOf(error);
    // An unexpected error rolls back the transaction, and the execution is retried.
    if (!known) throw error;
    const { retryMs } = automationLimits;
    const wait = retryMs[execution.attempts];
    if (isTemporary(known.code) && wait !== undefined)
      return {
        step: null,
        move: {
          status: 'queued',
          state,
          dueInMs: wait * (0.8 + 0.4 * Math.random()),
          attempts: execution.attempts + 1,
        },
      };
    if (known.code === 'FORBIDDEN') await this.tellOfRights(client, execution, planned.version.name, known.message);
    const behind = { ...stateBehind(state, node.id, []), hasFailed: true };
    const step = { ...stepOf(node), status: 'failed' as const, error: known };
    return {
      step,
      move: behind.queue.length === 0 ? endOf(behind) : { status: 'running', state: behind, attempts: 0 },
    };
  }

  private tellOfRights(
    client: Transaction,
    { organizationId, automationId: id }: LeasedExecution,
    name: string,
    why: string,
  ) {
    const body = `A step of ${name} failed because the person who enabled it is not allowed to do it: ${why}`;
    return tellOwners(client, organizationId, { id, title: 'An automation lacks permissions', body });
  }

  private announce(
    client: Transaction,
    { organizationId, id, automationId }: LeasedExecution,
    { status }: ExecutionMove,
  ) {
    const payload = { automationId, executionId: id, status };
    return writeEvents(client, [{ organizationId, event: 'automation:execution-updated', payload }]);
  }

  /** Handles an unexpected error: the execution is retried if the error may be temporary, and fails otherwise. */
  async recover(execution: LeasedExecution, error: unknown): Promise<void> {
    const { organizationId, attempts } = execution;
    const message = error instanceof Error ? error.message : String(error);
    this.logger.warn(`a step of execution ${execution.id} failed: ${message}`);
    const wait = automationLimits.retryMs[attempts];
    const { state } = execution;
    const isTried = wait !== undefined && (isTransient(error) || attempts === 0);
    const move: ExecutionMove = isTried
      ? { status: 'queued', state, dueInMs: wait, attempts: attempts + 1 }
      : { status: 'failed', reason: 'internal_error', state, attempts };
    await this.database.transaction(organizationId, async (client) => {
      if ((await holdLeases(client, organizationId, [execution])).size === 0) return;
      storeSteps(client, execution, [], move);
      if (!isTried) await this.announce(client, execution, move);
    });
  }
}

/**
 * Fills in the placeholders of an action's config, with values from the event, from earlier steps, and from the caller who continued the
 * execution.
 */
const filledConfig = (
  config: JsonObject,
  { data }: LeasedExecution,
  { variables, results, payload }: ExecutionState,
): ReturnType<typeof fillPlaceholders> =>
  fillPlaceholders(config, { data, roots: { event: { data }, variables, results, payload } });

function assertHolds({ scopes }: Principal, permission: Permission): void {
  if (hasPermission(scopes, permission)) return;
  throw new StepError('FORBIDDEN', `the person who enabled the automation lacks the permission ${permission}`);
}

function setVariable(node: PlanNode, config: JsonObject, after: ExecutionState, told: object): Done {
  const { name, value } = readConfig('set_variable', config) as { readonly name: string; readonly value: string };
  const variables = { ...after.variables, [name]: value };
  if (JSON.stringify(variables).length > automationLimits.variableCharacters)
    throw new StepError('VALIDATION_ERROR', `the variables exceed ${automationLimits.variableCharacters} characters`);
  return { step: { ...stepOf(node), status: 'completed', result: told }, state: { ...after, variables } };
}
