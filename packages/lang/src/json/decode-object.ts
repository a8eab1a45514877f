import { objectEntry, type ObjectEntry } from '../ast/object-entry.js';
import { objectListNode } from '../ast/object-list-node.js';
import { objectNode, type ObjectNode } from '../ast/object-node.js';
import type { ObjectValue } from '../ast/object-value.js';
import { pathNode } from '../ast/path-node.js';
import { textLiteral } from '../ast/text-literal.js';
import { e0101 } from '../diagnostics/codes/e0101.js';
import { e0902 } from '../diagnostics/codes/e0902.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import { limits } from '../limits.js';
import { formatPath, isIdentifier, parsePath } from '../paths/path-syntax.js';
import { inside, isRecord, type DecodeContext, type JsonRecord, type DecodePosition } from './decode-context.js';
import { maxPathLength } from './decode-path.js';
import { decodeValue, isValueTag } from './decode-value.js';
import { jsonLimits } from './json-limits.js';
import { isReservedWord } from './reserved-words.js';

/** Returns a key as a path if it can be written as one, otherwise as text. A text that looks like a tag is only kept apart by brackets. */
function keyNode(text: string): ObjectEntry['key'] {
  const steps = text.length > maxPathLength ? null : parsePath(text);
  const [first = ''] = steps ?? [];
  if (steps?.length === 1 && isValueTag(first)) return textLiteral(first);
  const isPath = isIdentifier(first) && !isReservedWord(first) && (steps?.length ?? 0) <= limits.pathSteps;
  return steps !== null && isPath && formatPath(steps) === text ? pathNode(steps) : textLiteral(text);
}

const isPlainObject = (json: unknown): json is JsonRecord => isRecord(json) && !Object.keys(json).some(isValueTag);

function decodeObjectValue(json: unknown, place: DecodePosition, context: DecodeContext): ObjectValue | null {
  if (isPlainObject(json)) return decodeObject(json, place, context);
  if (json === null) return context.report(e0101, place, 'null has no form in the text', 'leave the key out');
  if (!Array.isArray(json) || !json.some(isPlainObject))
    return decodeValue(json, { ...place, expression: { nodes: 0 } }, context);
  const list = context.items(json, place, 'objects', limits.listElements, e0913);
  const objects = list?.map((item, index) => {
    const at = inside(place, index);
    return isPlainObject(item) ? decodeObject(item, at, context) : context.wrongShape(at, 'an object', item ?? 'null');
  }) ?? [null];
  return objects.every((each) => each !== null) ? objectListNode(objects) : null;
}

/** Decodes an object, keeping every key and value; its depth is the number of enclosing objects. */
export function decodeObject(json: JsonRecord, place: DecodePosition, context: DecodeContext): ObjectNode | null {
  if (place.valueDepth > jsonLimits.objectDepth)
    return context.report(e0902, place, `objects nested more than ${jsonLimits.objectDepth} deep`);
  const keys = Object.keys(json).filter((key) => json[key] !== undefined);
  if (keys.length > jsonLimits.objectMembers)
    return context.report(e0913, place, `${keys.length} members, at most ${jsonLimits.objectMembers} are allowed`);
  const deeper: DecodePosition = { ...place, valueDepth: place.valueDepth + 1 };
  const entries = keys.map((key) => {
    const at = inside(deeper, key);
    const name = context.text(key, at, 'a key', limits.textCodePoints);
    const value = decodeObjectValue(json[key], at, context);
    return name === null || value === null ? null : objectEntry(keyNode(name), value);
  });
  return entries.every((entry) => entry !== null) ? objectNode(entries) : null;
}
