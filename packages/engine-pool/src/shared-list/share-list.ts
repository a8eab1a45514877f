import { setImmediate as nextTurn } from 'node:timers/promises';
import { listKey } from '@tamis/library';
import { sharedListLimits } from '../pool-limits.js';
import { SharedTextSetBuilder } from './shared-text-set-builder.js';
import { SharedList, type SharedListName } from './shared-list.js';

/** Addresses are found by blocks, not by equal texts. */
const withBlocks = 'ip_blocklist';

/**
 * Puts the values of a data list (primary values and search keys, as they were written) into shared memory, a few thousand in
 * each turn of the event loop. Rejects with `SharedListTooLarge` beyond the limits.
 */
export async function shareList(
  name: SharedListName,
  values: Iterable<string> | AsyncIterable<string>,
): Promise<SharedList> {
  if (name.type === withBlocks) throw new Error(`a list of type ${withBlocks} holds blocks of addresses`);
  const builder = new SharedTextSetBuilder();
  let seen = 0;
  for await (const value of values) {
    const key = listKey(name.type, value);
    if (key !== '') builder.add(key);
    seen += 1;
    if (seen % sharedListLimits.itemsPerTurn === 0) await nextTurn();
  }
  return new SharedList({ ...name, set: builder.build().parts });
}
