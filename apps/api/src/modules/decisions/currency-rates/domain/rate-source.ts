import type { Result } from '@tamis/stdx';

/** What one unit of the base of a source was worth in another currency on a day. */
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
 * - `unreadable`: an answer that is no document of rates, or a part of one
 */
export type RateFailure = 'not-allowed' | 'unreachable' | 'refused' | 'unreadable';

export interface FailedFetch {
  readonly failure: RateFailure;
  /** For the log. */
  readonly problem: string;
}

/** Somebody who publishes rates once a day, for everyone. */
export interface RateSource {
  /** As `source` of its rates. */
  readonly name: string;
  /** Whose unit all its rates are of. */
  readonly base: string;
  /** Rates of the newest day, or of the last weeks. */
  fetch(asked: 'newest' | 'recent'): Promise<Result<readonly PublishedRate[], FailedFetch>>;
}
