import { Injectable } from '@nestjs/common';

import { type AuditEntry, type AuditSubject, recordAudit } from '../../../../platform/audit/index.js';
import { newId, type Queryable, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { type EntityRow, ErasedWithEntities, findEntitiesById, lockEntities } from '../../../parties/entities/index.js';
import { matchesUpdated } from '../domain/match-events.js';
import { findEntries, ownList } from '../../watchlists/index.js';
import { fingerprintOf, isScreenedType, partyOf } from '../domain/screened-entity.js';
import {
  type FoundMatch,
  isSuperseded,
  isSameOutcome,
  outcomeOf,
  type ScreeningBasis,
  type ScreeningReason,
  type StoredScreening,
} from '../domain/screening.js';
import { notScreenedType } from '../domain/screening-errors.js';
import type { ScreeningProfile } from '../domain/screening-profile.js';
import {
  leaveMatch,
  shownMatch,
  standingHits,
  type StandingFor,
  standMatch,
  thresholdsWith,
} from '../domain/stand-matches.js';
import type { StoredMatch } from '../domain/stored-match.js';
import { findDecisionsAbout, lockDecisions } from '../persistence/decision-store.js';
import { lockMatches, saveMatches } from '../persistence/match-store.js';
import {
  eraseScreenings,
  findLatestScreening,
  findScreening,
  insertScreening,
} from '../persistence/screening-store.js';
import { ReadProfiles } from './read-profiles.js';
import { SearchLists } from './search-lists.js';

/** Search results for an entity as it was when the lists were searched. Nothing is stored yet. */
export interface SearchedEntity {
  readonly entity: Pick<EntityRow, 'organizationId' | 'id'>;
  readonly party: ReturnType<typeof partyOf>;
  readonly basis: ScreeningBasis & { readonly profile: ScreeningProfile };
  readonly found: readonly FoundMatch[];
  readonly screenedAt: Date;
}

/** Result of a screening. */
export interface ScreenedEntity {
  readonly screening: StoredScreening;
  /** `false` if the result is the same as that of the previous screening, which remains the newest. */
  readonly isNew: boolean;
  /** Matches that newly require a review: found for the first time, or reopened. */
  readonly opened: readonly StoredMatch[];
}

export interface StoringOptions {
  readonly reason: ScreeningReason;
  /** Set if a screening with the same result as the previous one is not to be stored. */
  readonly onlyChanged?: boolean;
}

/** Maximum attempts if the entity or a list is changed during its screening. */
const mostAttempts = 3;

/** Screens entities: lists are searched outside of any transaction, and the results are stored in one that locks the entity. */
@Injectable()
export class ScreenEntities {
  constructor(
    private readonly database: TenantDatabase,
    private readonly lists: SearchLists,
    private readonly profiles: ReadProfiles,
    erased: ErasedWithEntities,
  ) {
    erased.register((client, { organizationId, id }) => eraseScreenings(client, organizationId, id));
  }

  /**
   * Screens one entity now. Throws 404 `ENTITY_NOT_FOUND`, 404 for a profile that does not exist, 400 `INVALID_ENTITY_TYPE`, 422
   * `DATASET_NOT_LOADED` and 422 `DATASET_STALE`.
   */
  async screen(
    subject: AuditSubject,
    entityId: string,
    options: StoringOptions & { readonly profileId?: string | null },
  ): Promise<ScreenedEntity> {
    const { organizationId } = subject;
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      if (attempt > 1) await this.lists.refresh();
      const profile = await this.profiles.get(organizationId, options.profileId ?? organizationId);
      const client = this.database.forOrganization(organizationId);
      const entity = (await findEntitiesById(client, organizationId, [entityId])).get(entityId);
      if (!entity) throw unknownEntity();
      if (!isScreenedType(entity.type) || !profile.entityTypes.includes(entity.type))
        throw notScreenedType(entity.type, profile.entityTypes);
      const [searched] = await this.search([entity], profile);
      const stored = await this.database.transaction(organizationId, (transaction) =>
        this.store(transaction, subject, searched!, options),
      );
      if (stored) return stored;
    }
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'The entity or a list was changed during each attempt to screen it; screen it again',
    );
  }

  /**
   * Searches lists for entities of one organization, whose types the profile must include. Throws the same errors as `SearchLists.search`.
   */
  async search(entities: readonly EntityRow[], profile: ScreeningProfile): Promise<readonly SearchedEntity[]> {
    const [first] = entities;
    if (!first) return [];
    const parties = entities.map(partyOf);
    const { matches, screenedAt, ...basis } = await this.lists.search(first.organizationId, parties, profile);
    return entities.map((entity, at) => ({
      ...{ entity, party: parties[at]!, basis, found: matches[at]!, screenedAt },
    }));
  }

  /**
   * Stores the search results for an entity, in a transaction of the caller. Returns `null` if the entity has changed since the search, was
   * screened against newer lists, or no longer exists.
   */
  async store(
    client: Transaction,
    subject: AuditSubject,
    { entity, party, basis, found, screenedAt }: SearchedEntity,
    { reason, onlyChanged = false }: StoringOptions,
  ): Promise<ScreenedEntity | null> {
    const { organizationId, id: entityId } = entity;
    await lockEntities(client, organizationId, [entityId]);
    const current = (await findEntitiesById(client, organizationId, [entityId])).get(entityId);
    const fingerprint = fingerprintOf(party);
    if (!current || fingerprintOf(partyOf(current)) !== fingerprint) return null;
    await lockDecisions(client, organizationId, fingerprint, 'read');
    const decisions = await findDecisionsAbout(client, organizationId, entityId, fingerprint);
    const before = await lockMatches(client, organizationId, entityId);
    const latest = await findLatestScreening(client, organizationId, entityId);
    if (latest !== null && isSuperseded(basis, latest)) return null;
    const now = new Date();
    const { profile } = basis;
    const matches = standAll(found, before, { entityId, party, fingerprint, decisions, now }, profile);
    const shown = matches.map((match) => shownMatch(match, profile.threshold));
    const missed = notFound(before, matches);
    const left = await findListed(client, missed, basis.versions).then((listed) =>
      missed.map((match) => leaveMatch(match, profile, { lists: Object.keys(basis.versions), listed, now })),
    );
    const standing = standingHits([...matches, ...left]);
    const isSame =
      latest !== null &&
      isSameOutcome({ matches: shown, standing }, latest) &&
      fingerprintOf(latest.party) === fingerprint;
    const isNew = !(onlyChanged && isSame);
    const screening: StoredScreening = isNew
      ? {
          ...{ id: newId(now.getTime()), entityId, reason, party, ...basis, matches: shown, standing, screenedAt },
          ...outcomeOf(matches.map(counted), profile.threshold),
        }
      : latest;
    if (isNew) await insertScreening(client, organizationId, screening);
    const stored = matches.map((match) => ({ ...match, screeningId: screening.id }));
    const saved = [...stored, ...left.filter((match) => !before.includes(match))];
    await saveMatches(client, organizationId, saved);
    await writeEvents(client, matchesUpdated(organizationId, before, saved));
    const opened = openedMatches(before, stored);
    if (isNew) await recordAudit(client, subject, [screenedEntry(screening), ...opened.flatMap(reopenedEntry)]);
    return { screening, isNew, opened };
  }

  /**
   * Updates the matches of an entity after a decision was made or has expired, in a transaction of the caller, who must hold the entity's
   * lock. Lists are not searched. Returns `null` if nothing changed.
   */
  async restate(client: Transaction, subject: AuditSubject, entityId: string): Promise<ScreenedEntity | null> {
    const { organizationId } = subject;
    const latest = await findLatestScreening(client, organizationId, entityId);
    if (!latest) return null;
    const before = await lockMatches(client, organizationId, entityId);
    const found = before.filter(({ endedAt }) => endedAt === null);
    const now = new Date();
    const known = new Map<string, KnownParty>();
    const matches: StoredMatch[] = [];
    for (const match of found) {
      const { fingerprint } = match;
      const about = known.get(fingerprint) ?? (await this.knownParty(client, organizationId, match, latest));
      known.set(fingerprint, about);
      matches.push(standMatch(match, match, { ...about, entityId, fingerprint, now }, newId));
    }
    const states = new Map(found.map(({ id, state, decisionId }) => [id, `${state} ${decisionId}`]));
    if (matches.every(({ id, state, decisionId }) => states.get(id) === `${state} ${decisionId}`)) return null;
    const id = newId(now.getTime());
    // Other matches were found with another profile.
    const shown = new Set(latest.matches.map(({ matchId }) => matchId));
    const counting = matches.filter((match) => shown.has(match.id)).sort(byScore);
    const screening: StoredScreening = {
      ...latest,
      ...outcomeOf(counting.map(counted), latest.profile.threshold),
      ...{ id, reason: 'decided', standing: standingHits(matches) },
      matches: counting.map((match) => shownMatch(match, latest.profile.threshold)),
    };
    await insertScreening(client, organizationId, screening);
    const stored = matches.map((match) => (shown.has(match.id) ? { ...match, screeningId: id } : match));
    await saveMatches(client, organizationId, stored);
    await writeEvents(client, matchesUpdated(organizationId, before, stored));
    const opened = openedMatches(before, stored);
    await recordAudit(client, subject, opened.flatMap(reopenedEntry));
    return { screening, isNew: true, opened };
  }

  /** Returns the entity as it was when a match was found, and the decisions about it. */
  private async knownParty(
    client: Transaction,
    organizationId: string,
    { entityId, fingerprint, screeningId }: StoredMatch,
    latest: StoredScreening,
  ): Promise<KnownParty> {
    const isLatest = fingerprintOf(latest.party) === fingerprint;
    const { party } = isLatest ? latest : (await findScreening(client, organizationId, entityId, screeningId))!;
    return { party, decisions: await findDecisionsAbout(client, organizationId, entityId, fingerprint) };
  }
}

/** What is the same for all matches of an entity with one fingerprint. */
type KnownParty = Pick<StandingFor, 'party' | 'decisions'>;

const unknownEntity = (): ApiError => new ApiError('ENTITY_NOT_FOUND', 'Entity not found');

const matchKey = ({ list, entryId }: Pick<StoredMatch, 'list' | 'entryId'>): string => `${list}/${entryId}`;

const byScore = (a: StoredMatch, b: StoredMatch): number => b.score - a.score || (matchKey(a) < matchKey(b) ? -1 : 1);

function standAll(
  found: readonly FoundMatch[],
  before: readonly StoredMatch[],
  standing: StandingFor,
  profile: ScreeningProfile,
): readonly StoredMatch[] {
  const known = new Map(before.map((match) => [matchKey(match), match]));
  return found
    .map((each) => {
      const was = known.get(matchKey({ list: each.list, entryId: each.entry.id }));
      return standMatch({ ...each, thresholds: thresholdsWith(profile, was) }, was, standing, newId);
    })
    .sort(byScore);
}

const counted = ({ list, cluster, score, state, entry }: StoredMatch) => ({
  ...{ list, cluster, score, state, topics: entry.topics },
});

/** Returns the ids of those matches whose entry a searched list still contains, or whose list was not searched. */
async function findListed(
  client: Queryable,
  matches: readonly StoredMatch[],
  versions: ScreeningBasis['versions'],
): Promise<ReadonlySet<string>> {
  // Own lists have no versions, and each profile that searches them finds all of their topics.
  const isPublic = ({ list }: StoredMatch): boolean => list !== ownList.code && versions[list] !== undefined;
  const entries = await findEntries(client, matches.filter(isPublic), versions);
  const there = new Set(entries.map(matchKey));
  const listed = matches.filter((match) => !isPublic(match) || there.has(matchKey(match)));
  return new Set(listed.map(({ id }) => id));
}

/** Returns matches that were found before and are not found now. */
function notFound(before: readonly StoredMatch[], now: readonly StoredMatch[]): readonly StoredMatch[] {
  const found = new Set(now.map(({ id }) => id));
  return before.filter(({ id, endedAt }) => endedAt === null && !found.has(id));
}

function openedMatches(before: readonly StoredMatch[], now: readonly StoredMatch[]): readonly StoredMatch[] {
  const open = new Set(before.filter(({ state, endedAt }) => state === 'open' && endedAt === null).map(({ id }) => id));
  return now.filter(({ id, state }) => state === 'open' && !open.has(id));
}

function screenedEntry({
  id,
  entityId,
  reason,
  hits,
  topScore,
  lists,
  matches,
  profile,
  versions,
}: StoredScreening): AuditEntry {
  return {
    event: 'entity_screened',
    resourceType: 'entity',
    resourceId: entityId,
    summary: `screened against ${Object.keys(versions).length} lists: ${matches.length} matches, ${hits} hits`,
    changes: {
      hits: { previous: null, current: hits },
      topScore: { previous: null, current: topScore / 10_000 },
      lists: { previous: null, current: lists },
      versions: { previous: null, current: versions },
    },
    relatedIds: { entityId, screeningId: id, profileId: profile.id },
    ...(reason !== 'requested' && { reason }),
  };
}

/** Records which earlier decision no longer applies, and why, but never the person concerned. */
const reopenedEntry = ({ id, entityId, decisionId, changed }: StoredMatch): readonly AuditEntry[] =>
  decisionId === null
    ? []
    : [
        {
          event: 'screening_match_reopened',
          resourceType: 'screening_match',
          resourceId: id,
          summary: `open again: ${changed.map(({ field }) => field).join(', ')} changed since it was decided`,
          relatedIds: { entityId, matchId: id, decisionId },
        },
      ];
