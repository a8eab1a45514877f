import { setImmediate as nextTurn } from 'node:timers/promises';
import { listKey } from '@tamis/library';
import { listLimits } from '../pool-limits.js';
import { TextSetBuilder } from './text-set-builder.js';
import { ListRevision, type ListRevisionId } from './list-revision.js';

/** Addresses are matched by blocks rather than by equal texts. */
const addressBlockType = 'ip_blocklist';

/**
 * Writes the values of a data list (primary values and search keys, as they were written) into shared memory, a few thousand per turn of
 * the event loop. Rejects with `ListTooLarge` beyond the limits.
 */
export async function buildListRevision(
  name: ListRevisionId,
  values: Iterable<string> | AsyncIterable<string>,
): Promise<ListRevision> {
  if (name.type === addressBlockType) throw new Error(`a list of type ${addressBlockType} contains address blocks`);
  const builder = new TextSetBuilder();
  let seen = 0;
  for await (const value of values) {
    const key = listKey(name.type, value);
    if (key !== '') builder.add(key);
    seen += 1;
    if (seen % listLimits.itemsPerTurn === 0) await nextTurn();
  }
  return new ListRevision({ ...name, set: builder.build().data });
}
