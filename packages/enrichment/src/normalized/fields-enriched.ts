import { isObject } from '@tamis/stdx';

import type { NormalizedPart, NormalizedPath } from './normalized.js';

/**
 * Returns whether a value carries no information: absent, `null`, an empty text, an empty list, or an object whose fields are all empty.
 */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.values(value).every(isEmpty));

/** Returns the paths of the values in a part, in the part's order. Objects are listed field by field, lists as a whole. */
export function fieldsEnriched(part: NormalizedPart): readonly NormalizedPath[] {
  return Object.entries(part).flatMap(([name, value]) =>
    isEmpty(value) ? [] : isObject(value) ? fieldsEnriched(value).map((path) => `${name}.${path}`) : [name],
  );
}
