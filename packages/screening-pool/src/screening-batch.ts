import type { IndexMatch, MatchExplanation, ScreenedParty, ScreeningOptions } from '@tamis/screening';

/** One version of a list, whose memory all threads read. */
export interface LoadedList {
  readonly list: string;
  readonly version: string;
  readonly block: SharedArrayBuffer;
}

/** What a thread screens at once. */
export interface ScreeningBatch {
  readonly lists: readonly LoadedList[];
  readonly parties: readonly ScreenedParty[];
  readonly options: ScreeningOptions;
  readonly explain: boolean;
}

export interface ListMatch extends IndexMatch {
  /** By which name it was loaded. */
  readonly list: string;
  /** Only where it was asked for. */
  readonly explanation: MatchExplanation | null;
}

export interface ScreeningResult {
  /** Which version of each list this is about. */
  readonly versions: Readonly<Record<string, string>>;
  /** For each party, in the order of the request: its matches, the best first. */
  readonly matches: readonly (readonly ListMatch[])[];
}
