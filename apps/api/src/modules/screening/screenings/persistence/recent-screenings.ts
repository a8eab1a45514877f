import type { ScreenedParty } from '@tamis/screening';

import type { Queryable } from '../../../../platform/database/index.js';

/** Who was screened, as it was screened last. */
export interface RecentScreening {
  readonly id: string;
  readonly entityId: string;
  readonly party: ScreenedParty;
}

/** By which profile, and since when. */
export interface RecentPeriod {
  readonly profileId: string;
  readonly since: Date;
}

const newest = `select distinct on (s.entity_id) s.id, s.entity_id, s.party, s.arrival from entity_screenings s
  where s.organization_id = $1 and s.profile_id = $2 and s.screened_at >= $3 order by s.entity_id, s.arrival desc`;

/** How many entities were screened. */
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

/** The newest screening of each entity, the newest first, and so many of them at most. */
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
