import type { components } from '@tamis/client';
import { canonicalJson, isObject, type JsonValue } from '@tamis/stdx';

export type Json = unknown;
type JsonObject = Readonly<Record<string, unknown>>;

export interface ActionJson extends JsonObject {
  readonly type: string;
  readonly config?: JsonObject;
}

export interface StepJson extends JsonObject {
  readonly conditions?: readonly Json[];
  readonly actions?: readonly ActionJson[];
  readonly waitAfterStep?: boolean;
}

export interface GraphNode extends JsonObject {
  readonly id: string;
  readonly type: string;
  readonly data?: JsonObject;
}

export interface GraphEdge extends JsonObject {
  readonly id?: string;
  readonly source: string;
  readonly target: string;
  readonly sourceHandle?: string | null;
}

export interface GraphJson extends JsonObject {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** A definition as its text contains it, including additional members. */
export interface WrittenDefinition extends JsonObject {
  readonly triggerType?: components['schemas']['AutomationDto']['triggerType'];
  readonly triggerConfig?: JsonObject;
  readonly conditions?: readonly Json[];
  readonly actions?: readonly ActionJson[];
  readonly steps?: readonly StepJson[];
  readonly graph?: GraphJson | null;
}

/** Whether two values are equal apart from the order of members. */
export const isSameJson = (a: unknown, b: unknown): boolean =>
  canonicalJson(a as JsonValue) === canonicalJson(b as JsonValue);

const areActions = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.every((each) => isObject(each) && typeof each['type'] === 'string' && isOptionalObject(each['config'])));

const isOptionalObject = (value: unknown): boolean => value === undefined || isObject(value);
const isOptionalArray = (value: unknown): boolean => value === undefined || Array.isArray(value);

const isStep = (value: unknown): boolean =>
  isObject(value) && isOptionalArray(value['conditions']) && areActions(value['actions']);

const isNode = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['type'] === 'string' &&
  isOptionalObject(value['data']);

const isEdge = (value: unknown): boolean =>
  isObject(value) && typeof value['source'] === 'string' && typeof value['target'] === 'string';

const isGraph = (value: unknown): boolean =>
  value == null ||
  (isObject(value) &&
    Array.isArray(value['nodes']) &&
    value['nodes'].every(isNode) &&
    Array.isArray(value['edges']) &&
    value['edges'].every(isEdge));

/** Whether forms can display it: its parts have the expected types, regardless of their content. */
export const isShowable = (value: object): value is WrittenDefinition => {
  const { triggerType, triggerConfig, conditions, actions, steps, graph } = value as JsonObject;
  return (
    (triggerType === undefined || typeof triggerType === 'string') &&
    isOptionalObject(triggerConfig) &&
    isOptionalArray(conditions) &&
    areActions(actions) &&
    (steps === undefined || (Array.isArray(steps) && steps.every(isStep))) &&
    isGraph(graph)
  );
};
