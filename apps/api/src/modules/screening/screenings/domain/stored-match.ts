import type { MatchExplanation } from '@tamis/screening';
import type { WatchlistEntry } from '@tamis/watchlists';

import type { DecisionChange, MatchState } from './match-decision.js';

/** An entity and an entry that it matches, and how that stands. */
export interface StoredMatch {
  readonly id: string;
  readonly entityId: string;
  readonly list: string;
  readonly entryId: string;
  readonly cluster: string;
  readonly score: number;
  readonly isHit: boolean;
  readonly state: MatchState;
  readonly decisionId: string | null;
  readonly decisionExpiresAt: Date | null;
  readonly changed: readonly DecisionChange[];
  /** Of the entity as it was screened. */
  readonly fingerprint: string;
  readonly entry: WatchlistEntry;
  readonly explanation: MatchExplanation;
  /** The screening that found it last. */
  readonly screeningId: string;
  readonly foundAt: Date;
  readonly updatedAt: Date;
  /** When a screening did not find it any more. */
  readonly endedAt: Date | null;
  /** Who looks at it; null: nobody yet. */
  readonly assignedTo: string | null;
}
