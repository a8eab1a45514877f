import type { EntryCounts } from '@tamis/screening-pool';

import { isStale } from './loaded-watchlist.js';
import type { CheckedVersion } from './watchlist-version.js';

/**
 * - `loaded`: it is screened against
 * - `not_loaded`: a screening against it is refused with this reason
 * - `stale`: as loaded, but nobody knows any more that it is the newest
 * - `refused`: newer files came and were not believed; what was loaded before serves on
 */
export const watchlistStates = ['loaded', 'not_loaded', 'stale', 'refused'] as const;
export type WatchlistState = (typeof watchlistStates)[number];

/** State of a list. */
export interface WatchlistStatus {
  readonly state: WatchlistState;
  /** Why newer files were rejected. */
  readonly reasons: readonly string[];
  /** The version in use; `null` if there is none. */
  readonly current: CheckedVersion | null;
  readonly counts: EntryCounts;
}

const noCounts: EntryCounts = { schemas: {}, topics: {} };

/** Returns the state of a list from its versions, newest first, as known to this process. */
export function watchlistStatus(
  versions: readonly CheckedVersion[],
  options: { readonly isLoadedHere: boolean; readonly maxAgeHours: number; readonly now: Date },
): WatchlistStatus {
  const current = versions.find(({ state }) => state === 'current') ?? null;
  const refused = versions.find(({ state, version }) => state === 'kept_aside' && version > (current?.version ?? 0));
  const state = ((): WatchlistState => {
    if (refused) return 'refused';
    if (current === null || !options.isLoadedHere) return 'not_loaded';
    return isStale(current, options.maxAgeHours, options.now) ? 'stale' : 'loaded';
  })();
  return { state, reasons: refused?.doubts ?? [], current, counts: current?.counts ?? noCounts };
}
