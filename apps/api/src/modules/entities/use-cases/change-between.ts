import { isDeepStrictEqual } from 'node:util';
import { readPath } from '@tamis/lang';
import type { JsonValue } from '@tamis/stdx';

import type { IsChanged } from '../../evaluations/index.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { recordOf } from '../persistence/record-of.js';

/** Whether the value at a path of the record, as rules read it, differs between two states of an entity. */
export function changeBetween(before: EntityRow, after: EntityRow): IsChanged {
  const records = [before, after].map((row) => recordOf(row, (json) => JSON.parse(json) as JsonValue));
  return (path) => {
    const [previous, current] = records.map((record) => readPath(record, path.split('.')));
    return !isDeepStrictEqual(previous, current);
  };
}
