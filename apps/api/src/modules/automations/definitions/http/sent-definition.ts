import { providedFields } from '../../../../platform/http/index.js';
import type { ActionJson, AutomationDefinition, GraphJson, JsonObject, StepJson } from '../domain/automation.js';
import type { ChangeAutomationBody } from '../dto/automation.bodies.js';

const plain = <T extends object>(body: T): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));

const actionOf = ({ type, config }: { readonly type: string; readonly config?: JsonObject }): ActionJson => ({
  type,
  config: config ?? {},
});

/** Converts the fields of a body to those of an automation. Absent fields remain absent. */
export function sentDefinition(body: ChangeAutomationBody): Partial<AutomationDefinition> {
  const { name, type, triggerType, enabled, conditions } = providedFields(body);
  const { description, triggerConfig, actions, steps, graph, layout } = body;
  return {
    ...providedFields({ name, type, triggerType, enabled, conditions }),
    ...(description !== undefined && { description }),
    ...(triggerConfig != null && {
      triggerConfig: { ...plain(triggerConfig), ...(triggerConfig.every && { every: plain(triggerConfig.every) }) },
    }),
    ...(actions != null && { actions: actions.map(actionOf) }),
    ...(steps != null && {
      steps: steps.map(({ conditions: own, actions: done, waitAfterStep }): StepJson => ({
        conditions: own ?? [],
        actions: done.map(actionOf),
        ...(waitAfterStep === true && { waitAfterStep }),
      })),
    }),
    ...(graph !== undefined && { graph: graph && toGraph(graph) }),
    ...(layout !== undefined && { layout }),
  };
}

const toGraph = ({ nodes, edges }: NonNullable<ChangeAutomationBody['graph']>): GraphJson => ({
  nodes: nodes.map(({ id, type, data }) => ({
    id,
    type,
    data: type === 'action' ? { config: {}, ...data } : (data ?? {}),
  })),
  edges: edges.map(({ id, source, target, sourceHandle }) => ({
    ...{ id, source, target },
    ...(sourceHandle != null && { sourceHandle }),
  })),
});

/** Defaults for fields that are not sent. */
export const defaultDefinition: Omit<AutomationDefinition, 'name' | 'triggerType'> = {
  ...{ description: null, type: 'realtime', triggerConfig: {}, enabled: true },
  ...{ conditions: [], actions: [], steps: [], graph: null, layout: null },
};
