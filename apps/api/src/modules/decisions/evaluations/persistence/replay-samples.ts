import { minIdAt, type Queryable } from '../../../../platform/database/index.js';

const dayMs = 86_400_000;

/** Returns the start of the previous day, UTC. */
export const previousDay = (now: Date): Date => new Date(Math.floor(now.getTime() / dayMs) * dayMs - dayMs);

/** Claims the sample of a day. The first process to ask replays it. Another one does if there is no result within an hour. */
export async function claimSample(client: Queryable, organizationId: string, day: Date, now: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into replay_samples as s (organization_id, day, claimed_at) values ($1, $2::timestamptz at time zone 'UTC', $3)
     on conflict (organization_id, day) do update set claimed_at = $3
       where s.finished_at is null and s.claimed_at < $3::timestamptz - interval '1 hour'`,
    [organizationId, day, now],
  );
  return rowCount === 1;
}

/** Returns the time contained in the id of an evaluation, in milliseconds. */
const timestampOfId = (id: string): number => parseInt(id.replace('-', '').slice(0, 12), 16);

/**
 * Returns ids of evaluations of a day: for each position between the first and the last one, from 0 to 1, the next evaluation from there
 * on. Each is found by an index.
 */
export async function sampleEvaluationIds(
  client: Queryable,
  organizationId: string,
  day: Date,
  places: readonly number[],
): Promise<readonly string[]> {
  const end = minIdAt(day.getTime() + dayMs);
  const ends = await client.query<{ readonly first: string | null; readonly last: string | null }>(
    `select (select id from evaluations where organization_id = $1 and id >= $2 and id < $3 order by id limit 1) as first,
       (select id from evaluations where organization_id = $1 and id >= $2 and id < $3 order by id desc limit 1) as last`,
    [organizationId, minIdAt(day.getTime()), end],
  );
  const { first, last } = ends.rows[0]!;
  if (first === null || last === null) return [];
  const span = timestampOfId(last) - timestampOfId(first) + 1;
  const from = places.map((place) => minIdAt(timestampOfId(first) + Math.floor(place * span)));
  const { rows } = await client.query<{ readonly id: string }>(
    `select distinct e.id from unnest($2::uuid[]) as place (id) cross join lateral (
       select id from evaluations where organization_id = $1 and id >= place.id and id < $3 order by id limit 1) e
     order by e.id`,
    [organizationId, from, end],
  );
  return rows.map(({ id }) => id);
}

/** Result of replaying the sample of a day. */
export interface ReplaySampleResult {
  readonly replayed: number;
  /** Evaluations decided by an engine version that this server does not have. */
  readonly unavailable: number;
  /** Ids of evaluations with a different result. */
  readonly differing: readonly string[];
}

export async function storeSampleResult(
  client: Queryable,
  organizationId: string,
  day: Date,
  { replayed, unavailable, differing }: ReplaySampleResult,
  now: Date,
): Promise<void> {
  await client.query(
    `update replay_samples set finished_at = $3, replayed = $4, unavailable = $5, differing = $6
     where organization_id = $1 and day = $2::timestamptz at time zone 'UTC'`,
    [organizationId, day, now, replayed, unavailable, differing],
  );
}
