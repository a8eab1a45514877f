import type { Result } from '@tamis/stdx';

/** Value of one unit of the base currency of a source in another currency on a day. */
export interface PublishedRate {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly currency: string;
  /** Decimal text, greater than 0. */
  readonly rate: string;
}

/**
 * - `not-allowed`: its address is none of the public internet
 * - `unreachable`: no connection, no answer in time, or one that is too large
 * - `refused`: an answer with another status than 200
 * - `unreadable`: a response that is not a rates document, or only part of one
 */
export type RateFailure = 'not-allowed' | 'unreachable' | 'refused' | 'unreadable';

export interface FailedFetch {
  readonly failure: RateFailure;
  /** Description for the log. */
  readonly problem: string;
}

/** A publisher of daily public rates. */
export interface RateSource {
  /** Name that its rates have as `source`. */
  readonly name: string;
  /** Base currency of all its rates. */
  readonly base: string;
  /** Returns the rates of the newest day, or of the last weeks. */
  fetch(asked: 'newest' | 'recent'): Promise<Result<readonly PublishedRate[], FailedFetch>>;
}
