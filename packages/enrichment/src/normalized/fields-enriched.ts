import { isObject } from '@tamis/stdx';

import type { NormalizedPart, NormalizedPath } from './normalized.js';

/** Nothing is told by null, an empty text, an empty list or an object without members that tell something. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.values(value).every(isEmpty));

/** The paths of what a part tells: members of objects one by one, lists whole. In the order of the part. */
export function fieldsEnriched(part: NormalizedPart): readonly NormalizedPath[] {
  return Object.entries(part).flatMap(([name, value]) =>
    isEmpty(value) ? [] : isObject(value) ? fieldsEnriched(value).map((path) => `${name}.${path}`) : [name],
  );
}
