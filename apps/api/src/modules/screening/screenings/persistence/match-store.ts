import type { MatchExplanation } from '@tamis/screening';
import type { WatchlistEntry } from '@tamis/watchlists';

import {
  findOrganizations,
  type Queryable,
  SqlConditions,
  type Transaction,
} from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { addAssigneeCondition } from '../../../casework/alerts/index.js';
import type { DecisionChange, MatchState } from '../domain/match-decision.js';
import type { StoredMatch } from '../domain/stored-match.js';

/** JSON columns are read as text. */
type MatchRow = Omit<StoredMatch, 'changed' | 'entry' | 'explanation' | 'thresholds'> &
  Readonly<Record<'entry' | 'explanation' | 'thresholds', string>> & { readonly changed: string | null };

const columns = `m.id, m.entity_id as "entityId", m.list, m.entry_id as "entryId", m.cluster, m.score, m.is_hit as "isHit", m.thresholds, m.state,
  m.decision_id as "decisionId", m.decision_expires_at as "decisionExpiresAt", m.changed, m.fingerprint, m.entry, m.explanation,
  m.screening_id as "screeningId", m.found_at as "foundAt", m.updated_at as "updatedAt", m.ended_at as "endedAt",
  m.assigned_to as "assignedTo"`;

const toMatch = (row: MatchRow): StoredMatch => ({
  ...row,
  changed: row.changed === null ? [] : (JSON.parse(row.changed) as readonly DecisionChange[]),
  entry: JSON.parse(row.entry) as WatchlistEntry,
  explanation: JSON.parse(row.explanation) as MatchExplanation,
  thresholds: JSON.parse(row.thresholds) as StoredMatch['thresholds'],
});

export interface MatchFilter extends PageQuery {
  readonly state?: readonly MatchState[];
  readonly list?: readonly string[];
  readonly entityId?: string;
  readonly minScore?: number;
  readonly isHit?: boolean;
  /** `null` means nobody. */
  readonly assignee?: string | null | undefined;
  /** Whether matches that are no longer found are included. */
  readonly ended?: boolean;
}

/** Returns the matches with the highest scores first. */
export async function findMatches(
  client: Queryable,
  organizationId: string,
  filter: MatchFilter,
): Promise<Page<StoredMatch>> {
  const conditions = addAssigneeCondition(new SqlConditions(organizationId, 'm.organization_id'), filter.assignee)
    .add('m.state = any(?)', filter.state)
    .add('m.list = any(?)', filter.list)
    .add('m.entity_id = ?', filter.entityId)
    .add('m.score >= ?', filter.minScore === undefined ? undefined : Math.round(filter.minScore * 10_000))
    .add('m.is_hit = ?', filter.isHit);
  if (!filter.ended) conditions.addRaw('m.ended_at is null');
  const { rows, pagination } = await selectPage<MatchRow>(client, {
    list: 'screening matches',
    columns,
    from: 'screening_matches m',
    conditions,
    query: filter,
    sortBy: { column: 'm.score', type: 'bigint', id: 'm.id' },
    descending: true,
  });
  return { rows: rows.map(toMatch), pagination };
}

export async function findMatch(client: Queryable, organizationId: string, id: string): Promise<StoredMatch | null> {
  const { rows } = await client.query<MatchRow>(
    `select ${columns} from screening_matches m where m.organization_id = $1 and m.id = $2`,
    [organizationId, id],
  );
  return rows[0] ? toMatch(rows[0]) : null;
}

/** The conditions of the index of open matches. */
export const openMatches = (organizationId: string): SqlConditions =>
  new SqlConditions(organizationId).addRaw("ended_at is null and state = 'open'");

/** Returns all matches that an entity ever had, locked until the transaction ends; the entity must be locked before. */
export async function lockMatches(
  client: Transaction,
  organizationId: string,
  entityId: string,
): Promise<readonly StoredMatch[]> {
  const { rows } = await client.query<MatchRow>({
    name: 'screening-matches-lock',
    text: `select ${columns} from screening_matches m
      where m.organization_id = $1 and m.entity_id = $2 order by m.id for update`,
    values: [organizationId, entityId],
  });
  return rows.map(toMatch);
}

/** Stores the current state of matches; their assignees stay unchanged. */
export async function saveMatches(
  client: Transaction,
  organizationId: string,
  matches: readonly StoredMatch[],
): Promise<void> {
  if (matches.length === 0) return;
  await client.query({
    name: 'screening-matches-save',
    text: `insert into screening_matches (organization_id, id, entity_id, list, entry_id, cluster, score, is_hit, thresholds, state, decision_id,
        decision_expires_at, changed, fingerprint, entry, explanation, screening_id, found_at, updated_at, ended_at, restate_at)
      select $1, x.*, x."decisionExpiresAt" from json_to_recordset($2) as x (id uuid, "entityId" uuid, list text, "entryId" text, cluster text, score int,
        "isHit" boolean, thresholds json, state text, "decisionId" uuid, "decisionExpiresAt" timestamptz, changed json, fingerprint text, entry json, explanation json,
        "screeningId" uuid, "foundAt" timestamptz, "updatedAt" timestamptz, "endedAt" timestamptz)
      on conflict (organization_id, id) do update set cluster = excluded.cluster, score = excluded.score, is_hit = excluded.is_hit, thresholds = excluded.thresholds,
        state = excluded.state, decision_id = excluded.decision_id, decision_expires_at = excluded.decision_expires_at,
        restate_at = excluded.restate_at, changed = excluded.changed, fingerprint = excluded.fingerprint, entry = excluded.entry, explanation = excluded.explanation,
        screening_id = excluded.screening_id, updated_at = excluded.updated_at, ended_at = excluded.ended_at`,
    values: [
      organizationId,
      JSON.stringify(
        matches.map((match) => ({ ...match, changed: match.changed.length === 0 ? null : match.changed })),
      ),
    ],
  });
}

/** Returns entities that match an entry and that a screening cannot distinguish from each other, ordered by id. */
export async function findEntitiesAlike(
  client: Queryable,
  organizationId: string,
  { list, entryId, fingerprint }: { readonly list: string; readonly entryId: string; readonly fingerprint: string },
  most: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select m.entity_id as id from screening_matches m
       where m.organization_id = $1 and m.list = $2 and m.entry_id = $3 and m.fingerprint = $4 and m.ended_at is null
       order by m.entity_id limit $5`,
    [organizationId, list, entryId, fingerprint, most],
  );
  return rows.map(({ id }) => id);
}

/**
 * Marks the matches of indistinguishable entities to be restated after a decision that applies to all of them, except those already
 * restated.
 */
export async function restateAlike(
  client: Transaction,
  organizationId: string,
  { list, entryId, fingerprint }: { readonly list: string; readonly entryId: string; readonly fingerprint: string },
  restated: readonly string[],
): Promise<void> {
  await client.query(
    `update screening_matches set restate_at = now()
     where organization_id = $1 and list = $2 and entry_id = $3 and fingerprint = $4 and ended_at is null and entity_id <> all($5)`,
    [organizationId, list, entryId, fingerprint, restated],
  );
}

/** Records that the matches of an entity are up to date, so that they only wait for an expiry. */
export async function settleRestating(client: Transaction, organizationId: string, entityId: string): Promise<void> {
  await client.query(
    `update screening_matches set restate_at = case when decision_expires_at > now() then decision_expires_at end
     where organization_id = $1 and entity_id = $2 and restate_at <= now()`,
    [organizationId, entityId],
  );
}

/** Returns the organizations with matches to be restated. The transaction of `client` belongs to no organization. */
export const findOrganizationsToRestate = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'matches to restate',
    `select distinct organization_id as id from screening_matches where ended_at is null and restate_at <= now()`,
  );

/** Returns the entities with a match to be restated. */
export async function findEntitiesToRestate(
  client: Queryable,
  organizationId: string,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct entity_id as id from screening_matches
       where organization_id = $1 and ended_at is null and restate_at <= now() limit $2`,
    [organizationId, most],
  );
  return rows.map(({ id }) => id);
}

/** An entry to which a match of an entity refers. */
export interface EntryOfMatch {
  readonly entityId: string;
  readonly list: string;
  readonly entryId: string;
  readonly cluster: string;
}

/** Returns the entries of matches of an organization that have not ended, ordered by entity, starting after the given one. */
export async function findMatchedEntries(
  client: Queryable,
  organizationId: string,
  { entityId, list, entryId }: Omit<EntryOfMatch, 'cluster'>,
  most: number,
): Promise<readonly EntryOfMatch[]> {
  const { rows } = await client.query<EntryOfMatch>({
    name: 'matched-entries',
    text: `select entity_id as "entityId", list, entry_id as "entryId", cluster from screening_matches
      where organization_id = $1 and ended_at is null and (entity_id, list, entry_id) > ($2::uuid, $3, $4)
      order by entity_id, list, entry_id limit $5`,
    values: [organizationId, entityId, list, entryId, most],
  });
  return rows;
}

/** An entity with a confirmed match of an entry on this list. */
export interface ConfirmedEntity {
  readonly id: string;
  readonly list: string;
}

/** Returns those of the given entities with a confirmed match of an entry with the topic, once for each list with such an entry. */
export async function findConfirmed(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
  topic: string,
): Promise<readonly ConfirmedEntity[]> {
  const { rows } = await client.query<ConfirmedEntity>({
    name: 'screening-confirmed',
    text: `select distinct entity_id as id, list from screening_matches
      where organization_id = $1 and entity_id = any($2::uuid[]) and state = 'confirmed' and ended_at is null
        and entry::jsonb -> 'topics' ? $3`,
    values: [organizationId, entityIds, topic],
  });
  return rows;
}
