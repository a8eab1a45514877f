import type { Queryable } from '../../../platform/database/index.js';
import type { KeyProbe } from '../domain/list-probe.js';

/** One row for each place whose list exists. */
export interface FoundMembership {
  readonly place: number;
  readonly available: boolean;
  readonly revision: number;
  readonly listed: boolean;
}

/** What `unnest` makes rows of: place, list, key, whether lists of addresses alone are asked. */
const probeColumns = (probes: readonly KeyProbe[]): readonly unknown[] => [
  probes.map(({ place }) => place),
  probes.map(({ listId }) => listId),
  probes.map(({ key }) => key),
  probes.map(({ addressListsOnly }) => addressListsOnly),
];

/** Looks all keys up in one statement. Only active items that have not expired at `now` count. */
export async function findMemberships(
  client: Queryable,
  organizationId: string,
  probes: readonly KeyProbe[],
  now: Date,
): Promise<readonly FoundMembership[]> {
  const { rows } = await client.query<FoundMembership>({
    name: 'list_membership',
    text: `
      select p.place, l.status = 'active' as available, l.revision, bool_or(
        (not p.address_lists_only or l.type = 'ip_blocklist') and exists (
          select 1 from data_list_keys k
          where k.organization_id = $1 and k.list_id = p.list_id and k.key = p.key
            and k.is_active and (k.expires_at is null or k.expires_at > $6)
        )
      ) as listed
      from unnest($2::int[], $3::uuid[], $4::text[], $5::boolean[]) as p (place, list_id, key, address_lists_only)
      join data_lists l on l.organization_id = $1 and l.id = p.list_id
      group by p.place, l.status, l.revision`,
    values: [organizationId, ...probeColumns(probes), now],
  });
  return rows;
}

/** Whether a value stood on a list; one row for each place whose list exists. */
export interface PastMembership {
  readonly place: number;
  /** The newest revision of the list. */
  readonly revision: number;
  readonly listed: boolean;
}

export interface PastProbe extends KeyProbe {
  readonly revision: number;
}

const isLive = 'k.is_active and (k.expires_at is null or k.expires_at > $7)';

/** As `findMemberships`, of the lists as they were at a revision of each. Items that had expired at `at` do not count. */
export async function findPastMemberships(
  client: Queryable,
  organizationId: string,
  probes: readonly PastProbe[],
  at: Date,
): Promise<readonly PastMembership[]> {
  const { rows } = await client.query<PastMembership>({
    name: 'past_list_membership',
    text: `
      select p.place, l.revision, bool_or((not p.address_lists_only or l.type = 'ip_blocklist') and (
        exists (
          select 1 from data_list_keys k
          where k.organization_id = $1 and k.list_id = p.list_id and k.key = p.key
            and k.from_revision <= p.revision and ${isLive})
        or exists (
          select 1 from data_list_past_keys k
          where k.organization_id = $1 and k.list_id = p.list_id and k.key = p.key
            and k.from_revision <= p.revision and k.to_revision > p.revision and ${isLive})
      )) as listed
      from unnest($2::int[], $3::uuid[], $4::text[], $5::boolean[], $6::int[])
        as p (place, list_id, key, address_lists_only, revision)
      join data_lists l on l.organization_id = $1 and l.id = p.list_id
      group by p.place, l.revision`,
    values: [organizationId, ...probeColumns(probes), probes.map(({ revision }) => revision), at],
  });
  return rows;
}
