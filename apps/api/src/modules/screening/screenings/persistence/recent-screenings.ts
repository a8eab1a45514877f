import type { ScreenedParty } from '@tamis/screening';

import type { Queryable } from '../../../../platform/database/index.js';

/** A screened entity, as in its latest screening. */
export interface RecentScreening {
  readonly id: string;
  readonly entityId: string;
  readonly party: ScreenedParty;
}

/** The profile, and the start of the period. */
export interface RecentPeriod {
  readonly profileId: string;
  readonly since: Date;
}

const newest = `select distinct on (s.entity_id) s.id, s.entity_id, s.party, s.arrival from entity_screenings s
  where s.organization_id = $1 and s.profile_id = $2 and s.screened_at >= $3 order by s.entity_id, s.arrival desc`;

/** Returns the number of entities that were screened. */
export async function countRecentScreenings(
  client: Queryable,
  organizationId: string,
  { profileId, since }: RecentPeriod,
): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(distinct s.entity_id)::int as n from entity_screenings s
       where s.organization_id = $1 and s.profile_id = $2 and s.screened_at >= $3`,
    [organizationId, profileId, since],
  );
  return rows[0]!.n;
}

/** Returns the newest screening of each entity, newest first, up to a maximum number. */
export async function findRecentScreenings(
  client: Queryable,
  organizationId: string,
  { profileId, since }: RecentPeriod,
  most: number,
): Promise<readonly RecentScreening[]> {
  const { rows } = await client.query<Omit<RecentScreening, 'party'> & { readonly party: string }>(
    `select n.id, n.entity_id as "entityId", n.party from (${newest}) n order by n.arrival desc limit $4`,
    [organizationId, profileId, since, most],
  );
  return rows.map(({ party, ...row }) => ({ ...row, party: JSON.parse(party) as ScreenedParty }));
}
