import type { RateQuote } from '@tamis/lang';

/** A rate and who gave it. */
export interface SourcedQuote extends RateQuote {
  readonly source: string;
}

/** Rates among some currencies on some days. */
export interface RateQuery {
  /** Null: all there are. */
  readonly currencies: readonly string[] | null;
  /** Days, `YYYY-MM-DD`, in their order. */
  readonly days: readonly string[];
  /** How long before a day a rate may be that still holds on it. */
  readonly maxAgeDays: number;
}

/** Where rates come from that an organization did not load itself: they hold where its own come to no rate. */
export interface RateProvider {
  /** Through which a pair goes that it does not give. */
  readonly referenceCurrency: string;
  /** What it has of them; a pair may be given in one direction alone. */
  quotes(wanted: RateQuery): Promise<readonly SourcedQuote[]>;
}
