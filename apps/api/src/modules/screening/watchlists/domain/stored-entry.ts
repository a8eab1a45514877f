import type { WatchlistEntry } from '@tamis/watchlists';

/** An entry of a public list in some version of it. */
export interface StoredEntry {
  readonly list: string;
  readonly entryId: string;
  readonly entry: WatchlistEntry;
  /** What the lists say is the same person or company: `list/id` of the least of its entries, of itself where it stands alone. */
  readonly cluster: string;
}

export interface EntryKeyOfList {
  readonly list: string;
  readonly entryId: string;
}
