import { numericText } from '@tamis/stdx';
import { Unknown, type FieldDeclaration, type Outcome, type Type } from '@tamis/lang';
import type { PlanGraph } from './plan-graph.js';
import type { TimeSpan } from './plan-node.js';

const isDecimal = (value: object): boolean => 'toFixed' in value;

/** Returns whether JSON can represent the value, or each element of a list, without inspecting members. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' ||
  (value !== null && 'currency' in value && 'amount' in value && typeof value.amount === 'number');

/** Returns text that differs for different constants. */
export function constantKey(value: Outcome): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Unknown) return `unknown:${JSON.stringify(value.causes)}`;
  if (Array.isArray(value) ? (value as readonly unknown[]).every(isPlain) : isPlain(value))
    return JSON.stringify(value);
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && isDecimal(member)
      ? { $number: numericText(member as never) }
      : member,
  );
}

/** Returns a number that differs for different types within a graph. */
export const typeKey = (type: Type, graph: PlanGraph): number => graph.internedId(type, () => JSON.stringify(type));

/** Returns a number that differs for different fields within a graph. */
export const fieldKey = (field: FieldDeclaration, graph: PlanGraph): number =>
  graph.internedId(field, () => JSON.stringify([field.path, field.jsonPath, field.type]));

/** Returns a key that differs for different spans within a graph. */
export const timeSpanKey = (span: TimeSpan): string =>
  span.kind === 'since' ? `since ${span.start.id}` : JSON.stringify(span);
