import { entityTypes } from '@tamis/library';
import { isObject } from '@tamis/stdx';

import { hasPermission } from '../../../../platform/auth/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { actionOf, type ActionType, goesWith, isActionType } from './actions.js';
import type { effectiveMembers } from './automation.js';
import { type AutomationDefinition, contentOf } from './automation.js';
import { automationLimits } from './automation-limits.js';
import { graphProblems } from './graph-problems.js';
import { planOf, type PlanNode } from './plan.js';
import { scheduleProblems } from './schedule.js';
import { broughtBy, readsOf, statusesOf, triggerOf, type TriggerType } from './triggers.js';

export type ActionNode = Extract<PlanNode, { kind: 'action' }>;
export type ConditionNode = Extract<PlanNode, { kind: 'condition' }>;

export const actionNodes = (definition: AutomationDefinition): readonly ActionNode[] =>
  [...planOf(definition).nodes.values()].filter((node) => node.kind === 'action');

export const conditionNodes = (definition: AutomationDefinition): readonly ConditionNode[] =>
  [...planOf(definition).nodes.values()].filter((node) => node.kind === 'condition');

export type Problems = Readonly<Record<string, string>>;

export interface SynergyError {
  readonly nodeId: string;
  readonly triggerType: TriggerType;
  readonly actionType: ActionType;
  readonly message: string;
}

/** Returns everything that is invalid in a definition in any context, by path. */
export function definitionProblems(definition: AutomationDefinition, now: Date): Problems {
  const { contentCharacters } = automationLimits;
  if (JSON.stringify(contentOf(definition)).length > contentCharacters)
    return { body: `an automation has at most ${contentCharacters} characters as JSON, including its layout` };
  return {
    ...triggerProblems(definition),
    ...narrowingProblems(definition),
    ...(definition.triggerType === 'scheduled' ? scheduleProblems(definition.triggerConfig, now) : {}),
    ...(definition.graph ? graphProblems(definition.graph) : {}),
    ...actionProblems(definition),
    ...conditionProblems(definition),
  };
}

/** Throws 400 if there are problems. */
export function assertNone(problems: Problems): void {
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** Throws 400 `VALIDATION_ERROR` and `SYNERGY_ERROR`. */
export function assertPossible(definition: AutomationDefinition, now: Date): void {
  assertNone(definitionProblems(definition, now));
  const synergy = synergyErrors(definition);
  const [first] = synergy.values();
  if (!first) return;
  const details = Object.fromEntries(Array.from(synergy, ([path, { message }]) => [path, message]));
  throw new ApiError('SYNERGY_ERROR', first.message, details, { synergyErrors: [...synergy.values()] });
}

/** Reports values that no event has, since a mistyped one would never match. Case is ignored, as for events. */
function narrowingProblems({ triggerType, triggerConfig }: AutomationDefinition): Readonly<Record<string, string>> {
  const known = { entityTypes, from: statusesOf(triggerType), to: statusesOf(triggerType) };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, values]) => {
      const asked = (triggerConfig[name] ?? []) as readonly string[];
      const wrong = values && asked.find((each) => !values.some((value) => value.toLowerCase() === each.toLowerCase()));
      return wrong === undefined
        ? []
        : [[`triggerConfig.${name}`, `${JSON.stringify(wrong)} is not one of ${values!.join(', ')}`]];
    }),
  );
}

function triggerProblems({ type, triggerType, triggerConfig }: AutomationDefinition): Record<string, string> {
  const problems: Record<string, string> = {};
  if ((type === 'scheduled') !== (triggerType === 'scheduled'))
    problems['type'] = 'use scheduled with the trigger scheduled, and realtime with every other trigger';
  const { config } = triggerOf(triggerType);
  for (const [name, value] of Object.entries(triggerConfig))
    if (value !== undefined && !(config as readonly string[]).includes(name))
      problems[`triggerConfig.${name}`] =
        `is not a setting of ${triggerType}, which has ${config.join(', ') || 'no settings'}`;
  const { crosses, direction } = triggerConfig;
  if (triggerType === 'risk_score_changed' && (crosses === undefined || direction === undefined))
    problems['triggerConfig.crosses'] = 'risk_score_changed needs crosses and direction';
  return problems;
}

function actionProblems(definition: AutomationDefinition): Record<string, string> {
  const nodes = actionNodes(definition);
  const problems: Record<string, string> = {};
  if (planOf(definition).nodes.size > automationLimits.nodes)
    problems['steps'] = `an automation has at most ${automationLimits.nodes} conditions and actions`;
  if (nodes.length === 0)
    problems['actions'] = 'an automation must do something: give actions, steps or a graph with an action';
  for (const { action, path } of nodes) {
    if (!isActionType(action.type)) problems[`${path}.type`] = `unknown action ${JSON.stringify(action.type)}`;
    if (!isObject(action.config)) problems[`${path}.config`] = 'must be an object';
  }
  return problems;
}

function conditionProblems(definition: AutomationDefinition): Record<string, string> {
  const { triggerType, triggerConfig } = definition;
  const isAboutNothing =
    triggerOf(triggerType).about.length === 0 ||
    (triggerType === 'scheduled' && triggerConfig['entityFilter'] === undefined);
  return Object.fromEntries(
    conditionNodes(definition).flatMap(({ conditions, path }) => {
      if (!Array.isArray(conditions) || conditions.length === 0) return [[path, 'must have at least one condition']];
      return isAboutNothing ? [[path, `${triggerType} has no record that conditions could check`]] : [];
    }),
  );
}

/** Returns actions without their required subject, by path. */
export function synergyErrors(definition: AutomationDefinition): ReadonlyMap<string, SynergyError> {
  const { triggerType, triggerConfig } = definition;
  const brought = broughtBy(triggerType, triggerConfig);
  return new Map(
    actionNodes(definition).flatMap(({ id, action: { type: actionType, config }, path }) => {
      if (!isActionType(actionType) || !isObject(config) || goesWith(actionType, config, brought)) return [];
      const { needs, namedBy } = actionOf(actionType);
      const message = `${actionType} needs ${needs.join(' or ')}, which ${triggerType} does not provide: name one with ${namedBy.join(' or ')}`;
      return [[path, { nodeId: id, triggerType, actionType, message }] as const];
    }),
  );
}

/** Returns warnings about what the automation reads and does without the permissions of the person who enables it. */
export function missingPermissions(definition: AutomationDefinition, scopes: ReadonlySet<string>): readonly string[] {
  const { triggerType } = definition;
  const types = actionNodes(definition).flatMap(({ action: { type } }) => (isActionType(type) ? [type] : []));
  const needed = [
    ...readsOf(triggerType).map((permission) => ({ name: triggerType, permission })),
    ...[...new Set(types)].map((type) => ({ name: type, permission: actionOf(type).permission })),
  ];
  return needed.flatMap(({ name, permission }) =>
    permission === null || hasPermission(scopes, permission)
      ? []
      : [`${name} requires the permission ${permission}, which you lack: its executions fail`],
  );
}

/** Fields of an automation that determine whether others can trigger it. */
type Firing = Pick<
  AutomationDefinition,
  'name' | (typeof effectiveMembers)[number] | 'description' | 'layout' | 'enabled'
> & {
  readonly id: string;
};

const firedBy = (automation: Firing): ReadonlySet<TriggerType> =>
  new Set(
    actionNodes(automation).flatMap(({ action }) =>
      isActionType(action.type) ? [...actionOf(action.type).fires] : [],
    ),
  );

/** Returns warnings about the enabled automations that this one can trigger and be triggered by. */
export function mutualFirings(saved: Firing, others: readonly Firing[]): readonly string[] {
  const fires = firedBy(saved);
  return others.flatMap((other) => {
    if (!fires.has(other.triggerType) || !firedBy(other).has(saved.triggerType)) return [];
    if (other.id === saved.id) return ['It can trigger itself: an execution that it caused does not start it again'];
    return [`It and ${JSON.stringify(other.name)} can trigger each other: neither starts on what it caused itself`];
  });
}
