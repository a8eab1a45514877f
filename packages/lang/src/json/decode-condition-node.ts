import type { Expression } from '../ast/expression.js';
import { decodeComparison } from './decode-comparison.js';
import { inside, member, type DecodeContext, type DecodePosition } from './decode-context.js';
import { decodeGroup, isGroup } from './decode-group.js';
import { countNode, decodeValue } from './decode-value.js';

/** Decodes a condition in the expression tree: a group, or a comparison of value nodes. */
export function decodeConditionNode(json: unknown, place: DecodePosition, context: DecodeContext): Expression | null {
  if (!countNode(place, context)) return null;
  if (isGroup(json)) return decodeGroup(json, place, context, decodeConditionNode);
  const record = context.record(json, place, 'a condition', ['field', 'operator', 'value', 'options']);
  if (record === null) return null;
  return decodeComparison(
    decodeValue(member(record, 'field'), inside(place, 'field'), context),
    record,
    'node',
    place,
    context,
  );
}
