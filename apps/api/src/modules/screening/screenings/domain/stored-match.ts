import type { MatchExplanation } from '@tamis/screening';
import type { WatchlistEntry } from '@tamis/watchlists';

import type { DecisionChange, MatchState } from './match-decision.js';

/** An entity, an entry that it matches, and the state of this match. */
export interface StoredMatch {
  readonly id: string;
  readonly entityId: string;
  readonly list: string;
  readonly entryId: string;
  readonly cluster: string;
  readonly score: number;
  /** Whether it is a hit of at least one profile that finds it. */
  readonly isHit: boolean;
  /** The thresholds of the profiles that find it, by their ids. */
  readonly thresholds: Readonly<Record<string, number>>;
  readonly state: MatchState;
  readonly decisionId: string | null;
  readonly decisionExpiresAt: Date | null;
  readonly changed: readonly DecisionChange[];
  /** The fingerprint of the entity as it was screened. */
  readonly fingerprint: string;
  readonly entry: WatchlistEntry;
  readonly explanation: MatchExplanation;
  /** The latest screening that found the match. */
  readonly screeningId: string;
  readonly foundAt: Date;
  readonly updatedAt: Date;
  /** The time at which a screening no longer found the match. */
  readonly endedAt: Date | null;
  /** The reviewer of the match; `null` if it is not assigned. */
  readonly assignedTo: string | null;
}
