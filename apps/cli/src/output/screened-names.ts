import type { IndexMatch, MatchExplanation, ScreenedParty } from '@tamis/screening';
import type { ListSummary, WatchlistEntry } from '@tamis/watchlists';

/** Lists that were read from their files. */
export interface ReadLists {
  readonly lists: readonly (ListSummary & { readonly code: string })[];
  /** By the number of the index. */
  readonly entries: readonly WatchlistEntry[];
}

/** Somebody of a file. Its heading is row 1. */
export interface PartyRow {
  readonly row: number;
  readonly party: ScreenedParty;
}

/** A row that cannot be screened, and why. */
export interface RowProblem {
  readonly row: number;
  readonly message: string;
}

/** Somebody with all matches, the best first. */
export interface ScreenedRow extends PartyRow {
  readonly matches: readonly (IndexMatch & { readonly explanation: MatchExplanation | null })[];
}
