import type { Principal } from '../../../../platform/auth/index.js';
import type { JsonObject, PlanNode } from '../../definitions/index.js';
import type { ExecutionState, LeasedExecution } from '../domain/execution.js';
import type { ExecutionMove, StoredStep } from '../persistence/execution-store.js';
import type { VersionPlan } from './execution-plans.js';

/** Result of a step, and what follows it. */
export interface Done {
  readonly step: StoredStep;
  readonly state: ExecutionState;
  /** For a waiting execution: the token that continues it. */
  readonly token?: string;
}

export interface AfterStep {
  readonly step: StoredStep | null;
  readonly move: ExecutionMove;
  readonly token?: string;
}

/** Result of a transaction. */
export interface AfterSteps extends Omit<AfterStep, 'step'> {
  readonly steps: readonly StoredStep[];
}

export interface CurrentStep {
  readonly execution: LeasedExecution;
  readonly planned: VersionPlan;
  readonly node: PlanNode | undefined;
  readonly state: ExecutionState;
  /** Response of the provider that was called; `null` if none was. */
  readonly answer: JsonObject | Error | null;
  /** Whether the entity it concerns has since been deleted. */
  readonly isGone: boolean;
  /** Current permissions of the user who enabled the automation. */
  readonly scopes: ReadonlySet<string>;
}

/** Whether a step only determines what follows it. */
export const hasNoEffect = (node: PlanNode | undefined): boolean =>
  node !== undefined && (node.kind === 'condition' || node.action.type === 'set_variable');

export const asksOutside = (node: PlanNode): node is Extract<PlanNode, { kind: 'action' }> =>
  node.kind === 'action' && node.action.type === 'run_enrichment';

export const principalOf = (
  { organizationId, id, automationId }: LeasedExecution,
  name: string,
  scopes: ReadonlySet<string>,
): Principal => ({
  organizationId,
  actor: { type: 'automation', id: automationId, name, email: null },
  scopes,
  from: { ipAddress: '', userAgent: null, requestId: id },
});

export const endOf = (state: ExecutionState): ExecutionMove => ({
  status: state.hasFailed ? 'failed' : 'completed',
  state,
  attempts: 0,
});

export const stepOf = (
  node: PlanNode,
): Pick<StoredStep, 'nodeId' | 'kind' | 'actionType' | 'outcome' | 'result' | 'error'> => ({
  nodeId: node.id,
  kind: node.kind,
  actionType: node.kind === 'action' ? node.action.type : null,
  ...{ outcome: null, result: null, error: null },
});
