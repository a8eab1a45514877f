import type { IndexMatch, MatchExplanation, ScreenedParty, ScreeningOptions } from '@tamis/screening';

/** One version of a list, whose memory all threads share. */
export interface LoadedList {
  readonly list: string;
  readonly version: string;
  readonly block: SharedArrayBuffer;
}

/** Parties that a thread screens at once. */
export interface ScreeningBatch {
  readonly lists: readonly LoadedList[];
  readonly parties: readonly ScreenedParty[];
  readonly options: ScreeningOptions;
  readonly explain: boolean;
}

export interface ListMatch extends IndexMatch {
  /** Name under which the list was loaded. */
  readonly list: string;
  /** Only if it was requested. */
  readonly explanation: MatchExplanation | null;
}

export interface ScreeningResult {
  /** Version of each list that the result refers to. */
  readonly versions: Readonly<Record<string, string>>;
  /** Matches of each party in the order of the request, the best first. */
  readonly matches: readonly (readonly ListMatch[])[];
}
