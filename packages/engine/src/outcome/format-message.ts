import { printExpression, readPath, Unknown, type Expression, type MessageTemplate, type Outcome } from '@tamis/lang';
import { maxMessageCodePoints } from '../limits.js';
import type { ActionSemantics } from './action-meaning.js';
import { formatValue, type ValueStyle } from './format-value.js';
import { valueToJson } from './value-to-json.js';
import type { Context } from '../facts/facts.js';

/** Returns the text cut to the maximum message length, with an ellipsis. */
export function truncateMessage(text: string): string {
  const points = [...text];
  return points.length <= maxMessageCodePoints ? text : `${points.slice(0, maxMessageCodePoints - 1).join('')}…`;
}

/** Returns the name by which an entity is shown. */
function entityName(node: Expression, meaning: ActionSemantics, context: Context): string | null {
  const resolution = meaning.resolution(meaning.expanded(node));
  if (resolution?.kind !== 'field' || resolution.scope === 'record') return null;
  const path = resolution.field.jsonPath;
  const last = path.at(-1) ?? '';
  const owner = last === 'id' ? path.slice(0, -1) : [...path.slice(0, -1), last.replace(/Id$/, '')];
  const name = readPath(context, [...owner, 'name']);
  return typeof name === 'string' ? name : null;
}

/** Returns a value as it is shown in a message. */
export function placeholderText(
  node: Expression,
  value: Outcome,
  meaning: ActionSemantics,
  context: Context,
  style: ValueStyle,
): string {
  const type = meaning.type(node);
  const name = type.kind === 'entity' && !(value instanceof Unknown) ? entityName(node, meaning, context) : null;
  return name ?? formatValue(value, type, style);
}

/** What a message is formatted from. */
export interface MessageSource extends ValueStyle {
  /** `null` if the template has no placeholders. */
  readonly meaning: ActionSemantics | null;
  readonly context: Context;
  readonly evaluate: (expression: Expression) => Outcome;
  /** Whether the value of a placeholder is hidden. If absent, all are shown. */
  readonly isHidden?: (hole: Expression) => boolean;
}

/** Shown in place of a hidden value. */
export const hiddenValue = '****';

/** Returns the text, and the placeholders with their exact values in JSON form. */
export function formatMessage(
  template: MessageTemplate,
  { meaning, context, evaluate, isHidden, ...style }: MessageSource,
): { readonly text: string; readonly values: Readonly<Record<string, unknown>> } {
  const values: [string, unknown][] = [];
  const text = template.parts.map((part) => {
    if (typeof part === 'string') return part;
    if (meaning === null) throw new Error('a template with placeholders must have a meaning');
    if (isHidden?.(part)) return hiddenValue;
    const value = evaluate(part);
    values.push([printExpression(part), valueToJson(value, meaning.type(part)) ?? null]);
    return placeholderText(part, value, meaning, context, style);
  });
  return { text: truncateMessage(text.join('')), values: Object.fromEntries(values) };
}
