import type { RateQuote } from '@tamis/lang';

/** A rate with its source. */
export interface SourcedQuote extends RateQuote {
  readonly source: string;
}

/** A query for rates between certain currencies on certain days. */
export interface RateQuery {
  /** `null` for all currencies. */
  readonly currencies: readonly string[] | null;
  /** Days as `YYYY-MM-DD`, in ascending order. */
  readonly days: readonly string[];
  /** Maximum age in days of a rate that still applies on a day. */
  readonly maxAgeDays: number;
}

/** Provides rates that an organization did not load itself. They are used if its own rates yield no result. */
export interface RateProvider {
  /** Currency through which pairs without a rate are converted. */
  readonly referenceCurrency: string;
  /** Returns the available rates. A pair may be present in one direction only. */
  quotes(wanted: RateQuery): Promise<readonly SourcedQuote[]>;
}
