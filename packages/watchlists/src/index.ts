export { allWatchlists } from './all-watchlists.js';
export { disbeliefs, mostShrinkPercent, mostUnreadablePercent } from './believable.js';
export { type EntryChange, type EntryVersion, entryChanges } from './changes.js';
export { clusterEntries, type EntryKey, entryKey } from './clusters.js';
export * from './entry.js';
export { birthRange } from './entry/birth-range.js';
export { contentHash } from './entry/content-hash.js';
export { countryCode } from './entry/country-code.js';
export { type DeltaRow, readDelta } from './read-delta.js';
export { type ListSummary, readWatchlist, type UnreadableRow, type WatchlistRow } from './read-watchlist.js';
export type { ListFile } from './reading/list-file.js';
export { ListFormatError } from './reading/list-format-error.js';
export { listLimits } from './list-limits.js';
export {
  type FormatFile,
  formatOf,
  type WatchlistFormat,
  type WatchlistSource,
  watchlistTopics,
} from './watchlist-source.js';
export { sandboxList } from './sandbox/sandbox-list.js';
