import type { Queryable } from '../../../platform/database/index.js';
import { keyProbes, type ListProbe } from '../domain/list-probe.js';
import { findPastMemberships } from '../persistence/list-membership.js';

export interface PastListProbe extends ListProbe {
  /** The state of the list that is asked. */
  readonly revision: number;
}

/** `unavailable`: there is no such list, or it never had that revision. */
export type PastMembership = 'listed' | 'not_listed' | 'unavailable';

/**
 * Answers each probe, in order, by its list as it was at the revision: what a replay must read to come to the same answer as the
 * run, whose stored evaluation names the revisions. Whether the list is active now does not matter. One round trip for all.
 *
 * @param at when the run asked: items expire by the clock
 */
export async function membershipsAt(
  client: Queryable,
  organizationId: string,
  probes: readonly PastListProbe[],
  at: Date,
): Promise<readonly PastMembership[]> {
  if (probes.length === 0) return [];
  const keys = keyProbes(probes).map((key) => ({ ...key, revision: probes[key.place]!.revision }));
  const found = new Map((await findPastMemberships(client, organizationId, keys, at)).map((row) => [row.place, row]));
  return probes.map(({ revision }, place) => {
    const row = found.get(place);
    if (!row || revision > row.revision) return 'unavailable';
    return row.listed ? 'listed' : 'not_listed';
  });
}
