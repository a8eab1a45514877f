import type { EntryCounts } from '@tamis/screening-pool';
import type { ListSummary } from '@tamis/watchlists';

/** `kept_aside`: it was not accepted, or is incomplete. */
export type VersionState = 'loading' | 'current' | 'kept_aside' | 'replaced';

/** Data read from the files of a list. */
export interface WatchlistVersion {
  readonly code: string;
  readonly version: number;
  readonly state: VersionState;
  readonly entries: number;
  readonly unreadable: number;
  /** Publication date stated in the list. */
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

/** Number of entries that differ from the previous version. */
export type ChangeCounts = Readonly<Record<'added' | 'changed' | 'removed', number>>;

/** Result of a load. `unchanged`: the files contain the same as the current version. */
export interface LoadOutcome {
  readonly code: string;
  readonly version: number;
  readonly state: 'current' | 'kept_aside' | 'unchanged';
  readonly entries: number;
  readonly unreadable: number;
  readonly publishedOn: string | null;
  readonly changes: ChangeCounts;
  readonly doubts: readonly string[];
  /** First rows that could not be read, with the reasons. */
  readonly examples: readonly string[];
}

/** Result of reading the files of a version to their end. */
export interface ReadVersion {
  readonly summary: ListSummary;
  readonly counts: EntryCounts;
  readonly block: SharedArrayBuffer;
}
