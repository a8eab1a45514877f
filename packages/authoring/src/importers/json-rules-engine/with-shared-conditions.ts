import { isObject } from '@tamis/stdx';
import type { JsonObject } from '../json-object.js';

/**
 * A condition with those it names by `{condition: …}` in their places. A name that is not there, or that leads back to itself, is
 * left, and is refused where it stands.
 */
export function withSharedConditions(condition: unknown, shared: JsonObject, open: readonly string[] = []): unknown {
  if (Array.isArray(condition)) return condition.map((each) => withSharedConditions(each, shared, open));
  if (!isObject(condition)) return condition;
  const { condition: name, ...rest } = condition;
  if (typeof name === 'string' && Object.keys(rest).length === 0) {
    if (!Object.hasOwn(shared, name) || open.includes(name)) return condition;
    return withSharedConditions(shared[name], shared, [...open, name]);
  }
  return Object.fromEntries(
    Object.entries(condition).map(([word, value]) => [
      word,
      ['all', 'any', 'not'].includes(word) ? withSharedConditions(value, shared, open) : value,
    ]),
  );
}
