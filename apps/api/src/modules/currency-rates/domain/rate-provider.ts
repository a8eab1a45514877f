import type { RateQuote } from '@tamis/lang';

/** A rate and who gave it. */
export interface SourcedQuote extends RateQuote {
  readonly source: string;
}

/** Rates among some currencies on some days. */
export interface WantedRates {
  readonly currencies: readonly string[];
  /** Days, `YYYY-MM-DD`. */
  readonly days: readonly string[];
}

/** Where rates come from that an organization did not load itself. */
export interface RateProvider {
  /** What it has of them; a pair may be given in one direction alone. */
  quotes(wanted: WantedRates): Promise<readonly SourcedQuote[]>;
}
