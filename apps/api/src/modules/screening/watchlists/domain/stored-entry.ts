import type { WatchlistEntry } from '@tamis/watchlists';

/** An entry of a public list in a certain version. */
export interface StoredEntry {
  readonly list: string;
  readonly entryId: string;
  readonly entry: WatchlistEntry;
  /**
   * Identifies the person or company to which the lists say the entry belongs: `list/id` of the smallest of its entries, or of the entry
   * itself if it stands alone.
   */
  readonly cluster: string;
}

export interface EntryKeyOfList {
  readonly list: string;
  readonly entryId: string;
}
