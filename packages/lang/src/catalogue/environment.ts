import type { Money } from '@tamis/stdx';
import type { Outcome } from '../values/value.js';
import type { DataRead } from './data-read.js';
import type { NumberFormat } from './number-format.js';

/** What an evaluation may read besides its operands: plain data that does not change during the evaluation. No clock, no I/O. */
export interface Environment {
  /** Logical time of the evaluation, milliseconds since 1970 UTC. */
  readonly now: number;
  /** IANA time zone of the organization. */
  readonly timezone: string;
  /** How the organization writes numbers; absent for the default. */
  readonly numberFormat?: NumberFormat | undefined;
  /** ISO 4217 code of the organization's base currency, in which money without a known currency is aggregated. */
  readonly baseCurrency: string;
  /** Time that determines the exchange rate, in milliseconds: the time of the record that an aggregate is reading, otherwise `now`. */
  readonly rateTime: number;
  /** Returns `amount` in `currency` at the reference rate of `at` (milliseconds); unknown with `no_rate` if there is none. */
  convert(amount: Money, currency: string, at: number): Outcome<Money>;
  /**
   * Returns a fact from a table of reference data (`ipCountry`, `ipFlag:vpn`, `binBrand`, `isFreeEmail`, `isHoliday:BR` …) as its JSON
   * value; unknown with `not_in_data` if the table lacks the key, and with `source_unavailable` if the table is not loaded.
   */
  reference(table: string, argument: string): Outcome;
  /**
   * Returns other data gathered for the evaluation as its JSON value; unknown with `list_unavailable` or `source_unavailable` if it was not
   * gathered.
   */
  read(request: DataRead): Outcome;
  /** Returns the value at a JSON path of the evaluation's subject, as stored; undefined if it is absent. */
  subject(jsonPath: readonly string[]): unknown;
  /**
   * Returns the stored entity for an id in the subject's context (`originEntityId` …); unknown with `source_unavailable` for any other id.
   */
  entity(entityId: string): Outcome;
}
