import type { Facts } from '@tamis/engine';
import type { DataReadResult, DataRead } from '@tamis/lang';

import { type ListType, wouldMatch } from '../../data-lists/index.js';

type Membership = Extract<DataRead, { readonly kind: 'listed' | 'listedInType' }>;

const isMembership = (read: DataRead): read is Membership => read.kind === 'listed' || read.kind === 'listedInType';

/** A value, and the list it is assumed to be on. */
export interface HypotheticalItem {
  readonly listId: string;
  readonly type: ListType;
  readonly value: string;
}

/**
 * Returns the facts of an evaluation as if the value were on the list. They are unchanged if it was found already. Returns `null` if the
 * evaluation did not look it up.
 */
export function withHypotheticalItem(facts: Facts, { listId, type, value }: HypotheticalItem): Facts | null {
  const asked = Object.entries(facts.reads ?? {}).filter(([key]) => {
    const read = JSON.parse(key) as DataRead;
    if (!isMembership(read)) return false;
    const isThere = read.kind === 'listed' ? read.listId.toLowerCase() === listId : read.listType === type;
    return isThere && wouldMatch(type, value, { value: read.value, isAddress: read.isAddress });
  });
  if (asked.length === 0) return null;
  const listed = asked.map(([key, answer]): [string, DataReadResult] => [
    key,
    'value' in answer ? { ...answer, value: true } : answer,
  ]);
  return { ...facts, reads: { ...facts.reads, ...Object.fromEntries(listed) } };
}
