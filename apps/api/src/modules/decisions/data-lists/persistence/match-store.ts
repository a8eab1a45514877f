import type { Queryable } from '../../../../platform/database/index.js';

export interface MatchCount {
  readonly listId: string;
  /** Start of the hour that is counted. */
  readonly hour: Date;
  readonly matches: number;
}

/** Adds match counts. Lists that no longer exist are skipped. */
export async function addMatches(
  client: Queryable,
  organizationId: string,
  counts: readonly MatchCount[],
): Promise<void> {
  await client.query(
    `insert into data_list_matches (organization_id, list_id, hour, matches)
     select $1, c.list_id, c.hour, c.matches
     from unnest($2::uuid[], $3::timestamptz[], $4::bigint[]) as c (list_id, hour, matches)
       join data_lists l on l.organization_id = $1 and l.id = c.list_id
     order by c.list_id, c.hour
     on conflict (organization_id, list_id, hour) do update set matches = data_list_matches.matches + excluded.matches`,
    [
      organizationId,
      counts.map(({ listId }) => listId),
      counts.map(({ hour }) => hour),
      counts.map(({ matches }) => matches),
    ],
  );
}

export interface MatchSums {
  readonly matches24h: number;
  readonly matches30d: number;
}

/** Sums up the matches of the last 24 hours and 30 days, by whole hours. */
export async function sumMatches(
  client: Queryable,
  organizationId: string,
  listId: string,
  now: Date,
): Promise<MatchSums> {
  const { rows } = await client.query<MatchSums>(
    `select coalesce(sum(matches) filter (where hour > $3::timestamptz - interval '24 hours'), 0)::float8 as "matches24h",
       coalesce(sum(matches), 0)::float8 as "matches30d"
     from data_list_matches
     where organization_id = $1 and list_id = $2 and hour > $3::timestamptz - interval '30 days'`,
    [organizationId, listId, now],
  );
  return rows[0]!;
}
