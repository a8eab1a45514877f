import type { Queryable } from '../../../platform/database/index.js';
import { probeKeys } from '../domain/list-keys.js';
import { findMemberships } from '../persistence/list-membership.js';

export interface ListProbe {
  readonly listId: string;
  readonly value: string;
  /** The value's type is an address, so it lies in the blocks of any list. Default false. */
  readonly isAddress?: boolean;
}

export interface ListAnswer {
  /** `unavailable`: the list does not exist or is not active. It never reads as "not listed". */
  readonly membership: 'listed' | 'not_listed' | 'unavailable';
  /** The state of the list that was read; null when there is none. */
  readonly revision: number | null;
}

/** Answers each probe, in order. One round trip for all of them. */
export async function checkLists(
  client: Queryable,
  organizationId: string,
  probes: readonly ListProbe[],
  now: Date,
): Promise<readonly ListAnswer[]> {
  if (probes.length === 0) return [];
  const keys = probes.flatMap(({ listId, value, isAddress }, place) => {
    const found = probeKeys(value, isAddress ?? false);
    // A value without a key is on no list, but whether the list is available must be known.
    return (found.length > 0 ? found : [{ key: '', addressListsOnly: false }]).map((probe) => ({
      ...probe,
      place,
      listId,
    }));
  });
  const found = new Map((await findMemberships(client, organizationId, keys, now)).map((row) => [row.place, row]));
  return probes.map((_, place) => {
    const row = found.get(place);
    if (!row?.available) return { membership: 'unavailable', revision: row?.revision ?? null };
    return { membership: row.listed ? 'listed' : 'not_listed', revision: row.revision };
  });
}
