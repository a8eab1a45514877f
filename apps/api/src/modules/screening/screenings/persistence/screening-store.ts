import type { ScreenedParty } from '@tamis/screening';

import { type Queryable, SqlConditions, type Transaction } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { ScreeningMatch, ScreeningReason, StandingHits, StoredScreening } from '../domain/screening.js';

/** JSON columns are read as text. */
interface ScreeningRow extends Omit<StoredScreening, 'profile' | 'versions' | 'party' | 'matches' | 'standing'> {
  readonly profileId: string;
  readonly profileVersion: number;
  readonly threshold: number;
  readonly maxAgeHours: number;
  readonly versions: string;
  readonly party: string;
  readonly matches: string;
  readonly standingHits: number;
  readonly standingTopScore: number;
  readonly standingLists: readonly string[];
}

const columns = `s.id, s.entity_id as "entityId", s.reason, s.profile_id as "profileId", s.profile_version as "profileVersion",
  s.threshold, s.max_age_hours as "maxAgeHours", s.engine_version as "engineVersion", s.versions, s.party, s.hits,
  s.top_score as "topScore", s.lists, s.topics, s.standing_hits as "standingHits", s.standing_top_score as "standingTopScore",
  s.standing_lists as "standingLists", s.matches, s.screened_at as "screenedAt"`;

function toScreening(row: ScreeningRow): StoredScreening {
  const { profileId, profileVersion, threshold, maxAgeHours, versions, party, matches, ...told } = row;
  const { standingHits: hits, standingTopScore: topScore, standingLists: lists, ...rest } = told;
  return {
    ...rest,
    standing: { hits, topScore, lists },
    profile: { id: profileId, version: profileVersion, threshold, maxAgeHours },
    versions: JSON.parse(versions) as Readonly<Record<string, string>>,
    party: JSON.parse(party) as ScreenedParty,
    matches: JSON.parse(matches) as readonly ScreeningMatch[],
  };
}

export async function insertScreening(
  client: Transaction,
  organizationId: string,
  screening: StoredScreening,
): Promise<void> {
  const { profile, standing } = screening;
  await client.query({
    name: 'entity-screening-insert',
    text: `insert into entity_screenings (organization_id, id, entity_id, reason, profile_id, profile_version, threshold,
        max_age_hours, engine_version, versions, party, hits, top_score, lists, topics, standing_hits, standing_top_score,
        standing_lists, matches, screened_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    values: [
      ...[organizationId, screening.id, screening.entityId, screening.reason, profile.id, profile.version],
      ...[profile.threshold, profile.maxAgeHours, screening.engineVersion, JSON.stringify(screening.versions)],
      ...[JSON.stringify(screening.party), screening.hits, screening.topScore, screening.lists, screening.topics],
      ...[standing.hits, standing.topScore, standing.lists],
      ...[JSON.stringify(screening.matches), screening.screenedAt],
    ],
  });
}

/** Returns the newest screening of an entity; `null` if it was never screened. */
export async function findLatestScreening(
  client: Queryable,
  organizationId: string,
  entityId: string,
): Promise<StoredScreening | null> {
  const { rows } = await client.query<ScreeningRow>({
    name: 'entity-screening-latest',
    text: `select ${columns} from entity_screenings s where s.organization_id = $1 and s.entity_id = $2
      order by s.arrival desc limit 1`,
    values: [organizationId, entityId],
  });
  return rows[0] ? toScreening(rows[0]) : null;
}

export async function findScreening(
  client: Queryable,
  organizationId: string,
  entityId: string,
  id: string,
): Promise<StoredScreening | null> {
  const { rows } = await client.query<ScreeningRow>(
    `select ${columns} from entity_screenings s where s.organization_id = $1 and s.entity_id = $2 and s.id = $3`,
    [organizationId, entityId, id],
  );
  return rows[0] ? toScreening(rows[0]) : null;
}

/** Returns the screenings of an entity, newest first. */
export async function findScreenings(
  client: Queryable,
  organizationId: string,
  entityId: string,
  query: PageQuery,
): Promise<Page<StoredScreening>> {
  const { rows, pagination } = await selectPage<ScreeningRow>(client, {
    list: `screenings of ${entityId}`,
    columns,
    from: 'entity_screenings s',
    conditions: new SqlConditions(organizationId, 's.organization_id').add('s.entity_id = ?', entityId),
    query,
    sortBy: { column: 's.arrival', type: 'bigint', id: 's.id' },
    descending: true,
  });
  return { rows: rows.map(toScreening), pagination };
}

/** The data that rules read from the newest screening of an entity: all of its hits, since another profile may have found some before. */
export interface KnownScreening extends Omit<StandingHits, 'topScore'> {
  readonly entityId: string;
  readonly screeningId: string;
  readonly reason: ScreeningReason;
  /** A number from 0 to 1. */
  readonly topScore: number;
  /** The time of the search, followed by the list versions and the number of hours for which the profile accepts the result. */
  readonly screenedAt: Date;
  readonly versions: Readonly<Record<string, string>>;
  readonly maxAgeHours: number;
  /** An earlier screening has a lower value. */
  readonly arrival: string;
}

/** An entity and the time for which its screening is requested; `null` means now. */
export interface ScreenedAt {
  readonly entityId: string;
  readonly at: Date | null;
}

/** Returns the newest screening of each given entity that was known at that time, in order; `null` if it was not screened. */
export async function findKnownScreenings(
  client: Queryable,
  organizationId: string,
  entities: readonly ScreenedAt[],
): Promise<readonly (KnownScreening | null)[]> {
  const { rows } = await client.query<
    Omit<KnownScreening, 'versions' | 'screeningId'> & {
      readonly versions: string;
      readonly screeningId: string | null;
    }
  >({
    name: 'known-screenings',
    text: `select e.id as "entityId", s.id as "screeningId", s.reason, s.standing_hits as hits, s.standing_top_score / 10000.0::float8 as "topScore",
        s.standing_lists as lists,
        s.screened_at as "screenedAt", s.versions, s.max_age_hours as "maxAgeHours", s.arrival::text as arrival
      from unnest($2::uuid[], $3::timestamptz[]) with ordinality as e (id, at, place)
      left join lateral (select * from entity_screenings k
        where k.organization_id = $1 and k.entity_id = e.id and k.arrived_at <= e.at order by k.arrival desc limit 1) s on true
      order by e.place`,
    values: [organizationId, entities.map(({ entityId }) => entityId), entities.map(({ at }) => at ?? 'infinity')],
  });
  return rows.map(({ screeningId, versions, ...row }) =>
    screeningId === null
      ? null
      : { ...row, screeningId, versions: JSON.parse(versions) as Readonly<Record<string, string>> },
  );
}

/** Erases all screening data of an entity. Decisions are kept, without the party and the reason. */
export async function eraseScreenings(client: Transaction, organizationId: string, entityId: string): Promise<void> {
  const values = [organizationId, entityId];
  await client.query('delete from screening_matches where organization_id = $1 and entity_id = $2', values);
  await client.query('delete from entity_screenings where organization_id = $1 and entity_id = $2', values);
  await client.query(
    `update match_decisions set reason = null, party = null, fingerprint = null where organization_id = $1 and entity_id = $2`,
    values,
  );
}
