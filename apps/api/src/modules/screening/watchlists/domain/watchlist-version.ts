import type { EntryCounts } from '@tamis/screening-pool';
import type { ListSummary } from '@tamis/watchlists';

/** `kept_aside`: it is not believed, or not all of it came. */
export type VersionState = 'loading' | 'current' | 'kept_aside' | 'replaced';

/** What was read of the files of a list. */
export interface WatchlistVersion {
  readonly code: string;
  readonly version: number;
  readonly state: VersionState;
  readonly entries: number;
  readonly unreadable: number;
  /** The day that the list says it was made on. */
  readonly publishedOn: string | null;
  readonly loadedAt: Date;
  /** Why it was kept aside. */
  readonly doubts: readonly string[];
  readonly counts: EntryCounts | null;
}

export interface CheckedVersion extends WatchlistVersion {
  /** When the source of its list was last known to have nothing newer. */
  readonly checkedAt: Date;
}

/** How many entries differ from the version before. */
export type ChangeCounts = Readonly<Record<'added' | 'changed' | 'removed', number>>;

/** How a load ended. `unchanged`: the files say what the current version says. */
export interface LoadOutcome {
  readonly code: string;
  readonly version: number;
  readonly state: 'current' | 'kept_aside' | 'unchanged';
  readonly entries: number;
  readonly unreadable: number;
  readonly publishedOn: string | null;
  readonly changes: ChangeCounts;
  readonly doubts: readonly string[];
  /** Rows that could not be read: the first ones, and why. */
  readonly examples: readonly string[];
}

/** How the files of a version were read to their end. */
export interface ReadVersion {
  readonly summary: ListSummary;
  readonly counts: EntryCounts;
  readonly block: SharedArrayBuffer;
}
