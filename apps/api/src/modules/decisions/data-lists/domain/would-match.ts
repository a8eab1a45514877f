import type { ListType } from './list-enumerations.js';
import { itemKeys, probeKeys } from './list-keys.js';

/** Whether a value that is asked for would be found on a list of this type if `item` stood there. */
export function wouldMatch(
  type: ListType,
  item: string,
  asked: { readonly value: string; readonly isAddress: boolean },
): boolean {
  const keys = new Set(itemKeys(type, [item]));
  return probeKeys(asked.value, asked.isAddress).some(
    ({ key, addressListsOnly }) => keys.has(key) && (!addressListsOnly || type === 'ip_blocklist'),
  );
}
