import type { ScreenedParty } from '@tamis/screening';
import type { WatchlistEntry } from '@tamis/watchlists';

import type { ScreeningProfile } from './screening-profile.js';
import type { MatchOfProfile, StoredMatch } from './stored-match.js';
import type { FoundMatch, ScreeningMatch } from './screening.js';
import { isHit } from './screening.js';
import { type HoldingDecision, standingOf } from './match-decision.js';

/** A screened entity, and the decisions about it, newest first. */
export interface StandingFor {
  readonly entityId: string;
  readonly party: ScreenedParty;
  readonly fingerprint: string;
  readonly decisions: readonly HoldingDecision[];
  readonly threshold: number;
  readonly now: Date;
}

/** Returns a match with its state according to all decisions. */
export function standMatch(
  found: FoundMatch,
  before: StoredMatch | undefined,
  of: StandingFor,
  newId: () => string,
): StoredMatch {
  const { entityId, party, fingerprint, now } = of;
  const { list, entry, cluster, score, explanation } = found;
  const { state, decisionId, changed } = standingOf({ entityId, party, fingerprint, list, entry }, of.decisions, now);
  const holding = changed.length === 0 ? of.decisions.find(({ id }) => id === decisionId) : undefined;
  const wasThere = before !== undefined && before.endedAt === null;
  return {
    id: before?.id ?? newId(),
    ...{
      entityId,
      list,
      entryId: entry.id,
      cluster,
      score,
      entry,
      explanation,
      fingerprint,
      state,
      decisionId,
      changed,
    },
    isHit: isHit({ score, state }, of.threshold),
    decisionExpiresAt: holding?.expiresAt ?? null,
    screeningId: before?.screeningId ?? '',
    foundAt: wasThere ? before.foundAt : now,
    updatedAt: now,
    endedAt: null,
    assignedTo: before?.assignedTo ?? null,
  };
}

/**
 * Returns whether a screening that did not find a match would have found it as it was. Another profile with fewer lists or a higher
 * threshold says nothing about it.
 */
export function wouldFind(
  { id, topics, reviewFrom, weakAliases }: ScreeningProfile,
  lists: readonly string[],
  { profile, list, score, entry, explanation }: MatchOfProfile,
): boolean {
  if (profile.id === id) return true;
  const isWeak = explanation.matchedName.kind === 'weak_alias';
  return (
    lists.includes(list) &&
    score >= reviewFrom &&
    (weakAliases || !isWeak) &&
    (topics === null || entry.topics.some((topic) => topics.includes(topic)))
  );
}

/** Returns the primary name of an entry. */
export const entryName = ({ names, id }: Pick<WatchlistEntry, 'names' | 'id'>): string =>
  (names.find(({ kind }) => kind === 'primary') ?? names[0])?.text ?? id;

/** Returns the form in which a screening shows a match. */
export const shownMatch = ({ entry, ...match }: StoredMatch): ScreeningMatch => ({
  matchId: match.id,
  list: match.list,
  entryId: match.entryId,
  cluster: match.cluster,
  score: match.score,
  isHit: match.isHit,
  state: match.state,
  name: entryName(entry),
  schema: entry.schema,
  topics: entry.topics,
  programs: entry.programs,
  listedOn: entry.listedOn,
  source: entry.source,
  explanation: match.explanation,
});
