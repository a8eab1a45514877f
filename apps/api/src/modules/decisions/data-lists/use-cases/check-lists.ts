import type { Queryable } from '../../../../platform/database/index.js';
import { keyProbes, type ListProbe } from '../domain/list-probe.js';
import { findMemberships } from '../persistence/list-membership.js';
import { listMatchCounter } from './list-match-counter.js';

export interface ListMembership {
  /** `unavailable`: the list does not exist or is not active. It must never be taken for "not listed". */
  readonly membership: 'listed' | 'not_listed' | 'unavailable';
  /** Revision of the list that was read; `null` if there is none. */
  readonly revision: number | null;
}

/** Checks each probe and returns the results in order. Takes one round trip for all of them. */
export async function checkLists(
  client: Queryable,
  organizationId: string,
  probes: readonly ListProbe[],
  now: Date,
): Promise<readonly ListMembership[]> {
  if (probes.length === 0) return [];
  const startMs = performance.now();
  const rows = await findMemberships(client, organizationId, keyProbes(probes), now);
  const found = new Map(rows.map((row) => [row.place, row]));
  const answers = probes.map((_, place): ListMembership => {
    const row = found.get(place);
    if (!row?.available) return { membership: 'unavailable', revision: row?.revision ?? null };
    return { membership: row.listed ? 'listed' : 'not_listed', revision: row.revision };
  });
  const matched = probes.filter((_, place) => answers[place]!.membership === 'listed').map(({ listId }) => listId);
  listMatchCounter.record({
    organizationId,
    lookups: probes.length,
    tookMs: performance.now() - startMs,
    matched,
    at: now,
  });
  return answers;
}
