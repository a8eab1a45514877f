import type { MatchExplanation, ScreenedParty } from '@tamis/screening';
import type { WatchlistEntry } from '@tamis/watchlists';

import type { MatchState } from './match-decision.js';
import type { ScreeningProfile } from './screening-profile.js';

/** The reason for a screening. `decided` means that the entity was not screened again, but its matches count differently. */
export const screeningReasons = [
  'requested',
  'enrichment',
  'list_changed',
  'entity_changed',
  'profile_changed',
  'decided',
] as const;
export type ScreeningReason = (typeof screeningReasons)[number];

/** A matching entry that a screening found. All scores are whole ten-thousandths. */
export interface FoundMatch {
  readonly list: string;
  readonly entry: WatchlistEntry;
  /** Identifies entries that lists describe as the same. */
  readonly cluster: string;
  readonly score: number;
  readonly explanation: MatchExplanation;
}

/** The permanent record of a match in a screening. */
export interface ScreeningMatch {
  readonly matchId: string;
  readonly list: string;
  readonly entryId: string;
  readonly cluster: string;
  readonly score: number;
  readonly isHit: boolean;
  readonly state: MatchState;
  readonly name: string;
  readonly schema: string;
  readonly topics: readonly string[];
  readonly programs: readonly string[];
  readonly listedOn: string | null;
  readonly source: string | null;
  readonly explanation: MatchExplanation;
}

/** The summary of matches: hits are counted by cluster, so that a person on four lists counts once. */
export interface ScreeningOutcome extends StandingHits {
  readonly topics: readonly string[];
}

/** The hits of an entity, which rules read. */
export interface StandingHits {
  readonly hits: number;
  /** The top score of the hits; 0 if there are none. */
  readonly topScore: number;
  /** The lists that contain hits. */
  readonly lists: readonly string[];
}

/** The basis of a screening. */
export interface ScreeningBasis {
  readonly profile: Pick<ScreeningProfile, 'id' | 'version' | 'threshold' | 'maxAgeHours'>;
  readonly engineVersion: string;
  /** The searched version of each list. */
  readonly versions: Readonly<Record<string, string>>;
}

/** A screening of an entity, which is never changed. */
export interface StoredScreening extends ScreeningOutcome, ScreeningBasis {
  readonly id: string;
  readonly entityId: string;
  readonly reason: ScreeningReason;
  readonly party: ScreenedParty;
  readonly matches: readonly ScreeningMatch[];
  /** All hits of the entity after this screening, including those that only other profiles find. */
  readonly standing: StandingHits;
  /** The time at which the lists were searched. */
  readonly screenedAt: Date;
}

/**
 * Whether an entity was since screened against a newer version of a list, or with a newer version of the same profile. Versions of own lists
 * have no order.
 */
export const isSuperseded = (searched: ScreeningBasis, latest: ScreeningBasis): boolean =>
  (latest.profile.id === searched.profile.id && latest.profile.version > searched.profile.version) ||
  Object.entries(searched.versions).some(([code, version]) => Number(latest.versions[code]) > Number(version));

type Counted = Pick<ScreeningMatch, 'list' | 'cluster' | 'score' | 'topics' | 'state'>;

/** Whether a match is a hit: a dismissed match is not, and one below the threshold is only for review. */
export const isHit = ({ score, state }: Pick<Counted, 'score' | 'state'>, threshold: number): boolean =>
  state !== 'dismissed' && score >= threshold;

export const outcomeOf = (matches: readonly Counted[], threshold: number): ScreeningOutcome =>
  outcomeOfHits(matches.filter((match) => isHit(match, threshold)));

export function outcomeOfHits(hits: readonly Omit<Counted, 'state'>[]): ScreeningOutcome {
  const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();
  return {
    hits: new Set(hits.map(({ cluster }) => cluster)).size,
    topScore: Math.max(0, ...hits.map(({ score }) => score)),
    lists: sorted(hits.map(({ list }) => list)),
    topics: sorted(hits.flatMap(({ topics }) => topics)),
  };
}

type Result = Pick<StoredScreening, 'matches' | 'standing'>;

/** Whether two screenings have the same result: the same matches in the same state. If so, the second one is not stored. */
export function isSameOutcome(one: Result, other: Result): boolean {
  const told = ({ matches, standing: { hits, topScore, lists } }: Result): string =>
    JSON.stringify([
      matches
        .map(({ list, entryId, score, state, cluster }) => [list, entryId, score, state, cluster].join(' '))
        .sort(),
      ...[hits, topScore, lists],
    ]);
  return told(one) === told(other);
}
