import type { TriggerType } from './triggers.js';

export const automationTypes = ['realtime', 'scheduled'] as const;
export type AutomationType = (typeof automationTypes)[number];

export type JsonObject = Readonly<Record<string, unknown>>;

/** A leaf of the rule language. */
export interface ConditionJson extends JsonObject {
  readonly field?: string;
}

export interface ActionJson {
  readonly type: string;
  readonly config: JsonObject;
}

export interface StepJson {
  readonly conditions: readonly ConditionJson[];
  readonly actions: readonly ActionJson[];
  readonly waitAfterStep?: boolean;
}

export type GraphNodeType = 'trigger' | 'condition' | 'action';

export interface GraphNodeJson {
  readonly id: string;
  readonly type: GraphNodeType;
  readonly data: JsonObject;
}

export interface GraphEdgeJson {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly sourceHandle?: string | null;
}

export interface GraphJson {
  readonly nodes: readonly GraphNodeJson[];
  readonly edges: readonly GraphEdgeJson[];
}

/** What one version of an automation does. */
export interface AutomationContent {
  readonly triggerConfig: JsonObject;
  readonly conditions: readonly ConditionJson[];
  readonly actions: readonly ActionJson[];
  readonly steps: readonly StepJson[];
  /** Takes precedence over steps, which take precedence over actions. */
  readonly graph: GraphJson | null;
  /** Layout for displaying the graph. Not used otherwise. */
  readonly layout: JsonObject | null;
}

export interface AutomationDefinition extends AutomationContent {
  readonly name: string;
  readonly description: string | null;
  readonly type: AutomationType;
  readonly triggerType: TriggerType;
  readonly enabled: boolean;
}

/** Fields that affect when an automation starts and what it does. */
export const effectiveMembers = [
  ...(['type', 'triggerType', 'triggerConfig', 'conditions', 'actions', 'steps', 'graph'] as const),
] satisfies readonly (keyof AutomationDefinition)[];

export const definitionMembers = [
  ...effectiveMembers,
  ...(['name', 'description', 'layout', 'enabled'] as const),
] satisfies readonly (keyof AutomationDefinition)[];

export interface Automation extends AutomationDefinition {
  readonly organizationId: string;
  readonly id: string;
  /** Why the server disabled it; `null` if it did not. */
  readonly pauseReason: string | null;
  readonly archivedAt: Date | null;
  readonly version: number;
  /** Hash of the token that starts it from outside; `null` if it has none. */
  readonly hookHash: Buffer | null;
  /** Whose permissions its actions have. */
  readonly enabledBy: string;
  readonly nextRunAt: Date | null;
  readonly runCount: number;
  readonly lastRunAt: Date | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A saved automation, with warnings for the user who saved it. */
export interface SavedAutomation {
  readonly automation: Automation;
  readonly warnings: readonly string[];
  /** The token for calling its incoming hook. Returned only this once. */
  readonly hookToken: string | null;
}

export const contentOf = ({
  triggerConfig,
  conditions,
  actions,
  steps,
  graph,
  layout,
}: AutomationContent): AutomationContent => ({ triggerConfig, conditions, actions, steps, graph, layout });
