import { sandboxList } from '@tamis/watchlists';

import { findEnvironment, type Queryable, takeTurn, type Transaction } from '../../../../platform/database/index.js';
import { ownList } from '../../watchlists/index.js';
import { builtInProfile, type ScreeningProfile } from '../domain/screening-profile.js';

const columns = `p.id, p.version, p.name, p.lists, p.topics, p.entity_types as "entityTypes", p.threshold,
  p.review_from as "reviewFrom", p.weak_aliases as "weakAliases", p.max_age_hours as "maxAgeHours",
  p.second_person_from as "secondPersonFrom", p.created_by as "createdBy", p.created_at as "createdAt",
  p.id = p.organization_id as "isDefault"`;

/** Returns a profile as it is configured, or one of its earlier versions; `null` if there is none. */
export async function findStoredProfile(
  client: Queryable,
  organizationId: string,
  id: string,
  version: number | null = null,
): Promise<ScreeningProfile | null> {
  const { rows } = await client.query<ScreeningProfile>({
    name: 'screening-profile',
    text: `select ${columns} from screening_profiles p
      where p.organization_id = $1 and p.id = $2 and ($3::int is null or p.version = $3) order by p.version desc limit 1`,
    values: [organizationId, id, version],
  });
  const isBuiltIn = id === organizationId && (version === null || version === 1);
  return rows[0] ?? (isBuiltIn ? builtInProfile(organizationId) : null);
}

/** Returns a profile as it is used for screening; `null` if there is none. */
export async function findProfile(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<ScreeningProfile | null> {
  const found = await findStoredProfile(client, organizationId, id);
  return found && (await inEnvironment(client, organizationId, found));
}

/** A sandbox screens against its test list and its own lists, regardless of the lists in its profiles: public lists require production. */
export async function inEnvironment(
  client: Queryable,
  organizationId: string,
  profile: ScreeningProfile,
): Promise<ScreeningProfile> {
  const isSandbox = (await findEnvironment(client, organizationId)) === 'sandbox';
  return isSandbox ? { ...profile, lists: [sandboxList.code, ownList.code] } : profile;
}

/** Returns the default profile first, then the oldest first, each in its current version. */
export async function findProfiles(client: Queryable, organizationId: string): Promise<readonly ScreeningProfile[]> {
  const { rows } = await client.query<ScreeningProfile>(
    `select ${columns} from (select distinct on (id) * from screening_profiles
        where organization_id = $1 order by id, version desc) p
      order by p.id <> p.organization_id, p.id`,
    [organizationId],
  );
  return rows[0]?.isDefault ? rows : [builtInProfile(organizationId), ...rows];
}

/** Returns the newest versions first. */
export async function findProfileVersions(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<readonly ScreeningProfile[]> {
  const { rows } = await client.query<ScreeningProfile>(
    `select ${columns} from screening_profiles p where p.organization_id = $1 and p.id = $2 order by p.version desc`,
    [organizationId, id],
  );
  return id === organizationId ? [...rows, builtInProfile(organizationId)] : rows;
}

/**
 * Returns the score from which a second person must approve decisions about the given entities: the lowest of all profiles with which any
 * of them was screened, so that nobody can use another profile to decide alone. `null` means never.
 */
export async function findSecondPersonFrom(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
): Promise<number | null> {
  const { rows } = await client.query<{ lowest: number | null }>(
    `select min(p.second_person_from)::int as lowest
       from (select distinct profile_id from entity_screenings where organization_id = $1 and entity_id = any($2)) s
       cross join lateral (select second_person_from from screening_profiles
         where organization_id = $1 and id = s.profile_id order by version desc limit 1) p`,
    [organizationId, entityIds],
  );
  return rows[0]!.lowest;
}

/**
 * Makes other changes to profiles of the organization wait until the transaction ends. Returns the number of profiles without the default.
 */
export async function lockProfiles(client: Transaction, organizationId: string): Promise<number> {
  await takeTurn(client, `screening profiles ${organizationId}`);
  const { rows } = await client.query<{ n: number }>(
    'select count(distinct id)::int as n from screening_profiles where organization_id = $1 and id <> $1',
    [organizationId],
  );
  return rows[0]!.n;
}

export async function insertProfileVersion(
  client: Transaction,
  organizationId: string,
  profile: ScreeningProfile,
  reason: string | null,
): Promise<void> {
  await client.query(
    `insert into screening_profiles (organization_id, id, version, name, lists, topics, entity_types, threshold, review_from,
       weak_aliases, max_age_hours, second_person_from, reason, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[organizationId, profile.id, profile.version, profile.name, profile.lists, profile.topics],
      ...[profile.entityTypes, profile.threshold, profile.reviewFrom, profile.weakAliases, profile.maxAgeHours],
      ...[profile.secondPersonFrom, reason, profile.createdBy, profile.createdAt],
    ],
  );
}
