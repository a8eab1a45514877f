import type { MatchExplanation, ScreenedParty } from '@tamis/screening';
import type { WatchlistEntry } from '@tamis/watchlists';

import type { MatchState } from './match-decision.js';
import type { ScreeningProfile } from './screening-profile.js';

/** Why a screening took place. `decided`: nobody was screened anew, but what was found counts otherwise. */
export const screeningReasons = [
  'requested',
  'enrichment',
  'list_changed',
  'entity_changed',
  'profile_changed',
  'decided',
] as const;
export type ScreeningReason = (typeof screeningReasons)[number];

/** An entry that matches, as a screening found it. All scores are whole ten-thousandths. */
export interface FoundMatch {
  readonly list: string;
  readonly entry: WatchlistEntry;
  /** What lists say is one and the same. */
  readonly cluster: string;
  readonly score: number;
  readonly explanation: MatchExplanation;
}

/** What a screening shows of a match, for good. */
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

/** What comes of matches: hits are counted by cluster, so that a person on four lists is one. */
export interface ScreeningOutcome {
  readonly hits: number;
  /** Of the hits; 0: there is none. */
  readonly topScore: number;
  /** Those that hits are on. */
  readonly lists: readonly string[];
  readonly topics: readonly string[];
}

/** By what a screening was made. */
export interface ScreeningBasis {
  readonly profile: Pick<ScreeningProfile, 'id' | 'version' | 'threshold' | 'maxAgeHours'>;
  readonly engineVersion: string;
  /** By list, the version that was searched. */
  readonly versions: Readonly<Record<string, string>>;
}

/** A screening of an entity, which is never changed. */
export interface StoredScreening extends ScreeningOutcome, ScreeningBasis {
  readonly id: string;
  readonly entityId: string;
  readonly reason: ScreeningReason;
  readonly party: ScreenedParty;
  readonly matches: readonly ScreeningMatch[];
  /** When the lists were searched. */
  readonly screenedAt: Date;
}

type Counted = Pick<ScreeningMatch, 'list' | 'cluster' | 'score' | 'topics' | 'state'>;

/** A match that was dismissed is none, and one below the threshold is for people to look at. */
export const isHit = ({ score, state }: Pick<Counted, 'score' | 'state'>, threshold: number): boolean =>
  state !== 'dismissed' && score >= threshold;

export function outcomeOf(matches: readonly Counted[], threshold: number): ScreeningOutcome {
  const hits = matches.filter((match) => isHit(match, threshold));
  const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();
  return {
    hits: new Set(hits.map(({ cluster }) => cluster)).size,
    topScore: Math.max(0, ...hits.map(({ score }) => score)),
    lists: sorted(hits.map(({ list }) => list)),
    topics: sorted(hits.flatMap(({ topics }) => topics)),
  };
}

/** Whether two screenings come to the same: the same matches, in the same state. Of two that do, the second is not stored. */
export function isSameOutcome(one: readonly ScreeningMatch[], other: readonly ScreeningMatch[]): boolean {
  const told = (matches: readonly ScreeningMatch[]): string =>
    JSON.stringify(
      matches
        .map(({ list, entryId, score, state, cluster }) => [list, entryId, score, state, cluster].join(' '))
        .sort(),
    );
  return told(one) === told(other);
}
