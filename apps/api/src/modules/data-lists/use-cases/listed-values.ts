import type { Queryable } from '../../../platform/database/index.js';
import { keyProbes } from '../domain/list-probe.js';
import { findMemberships } from '../persistence/list-membership.js';

/** Those of the values that are on a list now, as rules would find them. Not counted as a look-up of a rule. */
export async function listedValues(
  client: Queryable,
  organizationId: string,
  listId: string,
  values: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const probes = keyProbes(values.map((value) => ({ listId, value })));
  const rows = await findMemberships(client, organizationId, probes, now);
  return new Set(values.filter((_, place) => rows.some((row) => row.place === place && row.listed)));
}
