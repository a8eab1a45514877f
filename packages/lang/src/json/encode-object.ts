import type { ObjectEntry } from '../ast/object-entry.js';
import type { ObjectNode } from '../ast/object-node.js';
import type { ObjectValue } from '../ast/object-value.js';
import { formatPath } from '../paths/path-syntax.js';
import { isValueTag } from './decode-value.js';
import type { EncodeScope } from './encode-context.js';
import { encodeValue } from './encode-value.js';
import type { ObjectJson, ObjectValueJson } from './object-json.js';

/** Encodes a key. A text key that looks like a tag is put in brackets: `["$money"]`. */
export function encodeKey(key: ObjectEntry['key']): string {
  if (key.kind === 'path') return formatPath(key.steps);
  return isValueTag(key.value) ? formatPath([key.value]) : key.value;
}

function encodeObjectValue(value: ObjectValue, scope: EncodeScope): ObjectValueJson {
  if (value.kind === 'object') return encodeObject(value, scope);
  if (value.kind === 'objectList') return value.items.map((item) => encodeObject(item, scope));
  return encodeValue(value, scope);
}

/** Keys become own properties regardless of their names. For a duplicate key, the last value counts. */
export const encodeObject = (node: ObjectNode, scope: EncodeScope): ObjectJson =>
  Object.fromEntries(node.entries.map(({ key, value }) => [encodeKey(key), encodeObjectValue(value, scope)]));
