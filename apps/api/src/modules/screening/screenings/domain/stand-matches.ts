import type { ScreenedParty } from '@tamis/screening';
import type { WatchlistEntry } from '@tamis/watchlists';

import type { ScreeningProfile } from './screening-profile.js';
import { type FoundMatch, isHit, outcomeOfHits, type ScreeningMatch, type StandingHits } from './screening.js';
import type { StoredMatch } from './stored-match.js';
import { type HoldingDecision, standingOf } from './match-decision.js';

/** A screened entity, and the decisions about it, newest first. */
export interface StandingFor {
  readonly entityId: string;
  readonly party: ScreenedParty;
  readonly fingerprint: string;
  readonly decisions: readonly HoldingDecision[];
  readonly now: Date;
}

/** Returns a match with its state according to all decisions. */
export function standMatch(
  found: FoundMatch & Pick<StoredMatch, 'thresholds'>,
  before: StoredMatch | undefined,
  of: StandingFor,
  newId: () => string,
): StoredMatch {
  const { entityId, party, fingerprint, now } = of;
  const { list, entry, cluster, score, explanation, thresholds } = found;
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
      thresholds,
      fingerprint,
      state,
      decisionId,
      changed,
    },
    isHit: isHitOfAny({ score, state, thresholds }),
    decisionExpiresAt: holding?.expiresAt ?? null,
    screeningId: before?.screeningId ?? '',
    foundAt: wasThere ? before.foundAt : now,
    updatedAt: now,
    endedAt: null,
    assignedTo: before?.assignedTo ?? null,
  };
}

const isHitOfAny = ({ score, state, thresholds }: Pick<StoredMatch, 'score' | 'state' | 'thresholds'>): boolean =>
  Object.values(thresholds).some((threshold) => isHit({ score, state }, threshold));

/** Returns the thresholds of a match that a profile finds: those of other profiles that found it remain. */
export const thresholdsWith = (
  { id, threshold }: Pick<ScreeningProfile, 'id' | 'threshold'>,
  before: StoredMatch | undefined,
): StoredMatch['thresholds'] => ({ ...(before?.endedAt === null && before.thresholds), [id]: threshold });

/** What a screening that did not find some matches knows. */
interface Searched {
  readonly lists: readonly string[];
  /** Ids of the matches whose entries may still be listed. */
  readonly listed: ReadonlySet<string>;
  readonly now: Date;
}

/**
 * Returns a match that a screening did not find: it remains if its entry is still listed, and another profile found it that looks at more
 * than this one.
 */
export function leaveMatch(
  match: StoredMatch,
  profile: ScreeningProfile,
  { lists, listed, now }: Searched,
): StoredMatch {
  const { [profile.id]: own, ...others } = match.thresholds;
  if (Object.keys(others).length === 0 || !listed.has(match.id) || wouldFind(profile, lists, match))
    return { ...match, isHit: false, updatedAt: now, endedAt: now };
  if (own === undefined) return match;
  return { ...match, thresholds: others, isHit: isHitOfAny({ ...match, thresholds: others }), updatedAt: now };
}

/**
 * Returns whether a screening that did not find a match would have found it as it was. A profile with fewer lists or a higher threshold
 * says nothing about it.
 */
function wouldFind(
  { topics, reviewFrom, weakAliases }: ScreeningProfile,
  lists: readonly string[],
  { list, score, entry, explanation }: StoredMatch,
): boolean {
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

/** Returns all hits among matches of an entity, whichever profile found them. */
export function standingHits(matches: readonly StoredMatch[]): StandingHits {
  const standing = matches.filter((match) => match.isHit && match.endedAt === null);
  const { hits, topScore, lists } = outcomeOfHits(standing.map((match) => ({ ...match, topics: match.entry.topics })));
  return { hits, topScore, lists };
}

/** Returns the form in which a screening with this threshold shows a match. */
export const shownMatch = ({ entry, ...match }: StoredMatch, threshold: number): ScreeningMatch => ({
  matchId: match.id,
  list: match.list,
  entryId: match.entryId,
  cluster: match.cluster,
  score: match.score,
  isHit: isHit(match, threshold),
  state: match.state,
  name: entryName(entry),
  schema: entry.schema,
  topics: entry.topics,
  programs: entry.programs,
  listedOn: entry.listedOn,
  source: entry.source,
  explanation: match.explanation,
});
