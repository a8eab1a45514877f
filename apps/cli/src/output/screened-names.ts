import type { IndexMatch, MatchExplanation, ScreenedParty } from '@tamis/screening';
import type { ListSummary, WatchlistEntry } from '@tamis/watchlists';

/** Lists that were read from their files. */
export interface ReadLists {
  readonly lists: readonly (ListSummary & { readonly code: string })[];
  /** By their number in the index. */
  readonly entries: readonly WatchlistEntry[];
}

/** A party of a file. Its heading is row 1. */
export interface PartyRow {
  readonly row: number;
  readonly party: ScreenedParty;
}

/** A row that cannot be screened, and the reason. */
export interface RowProblem {
  readonly row: number;
  readonly message: string;
}

/** A party with all matches, the best first. */
export interface ScreenedRow extends PartyRow {
  readonly matches: readonly (IndexMatch & { readonly explanation: MatchExplanation | null })[];
}
