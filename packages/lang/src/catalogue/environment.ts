import type { Money } from '@tamis/stdx';
import type { Outcome } from '../values/value.js';
import type { DataRead } from './data-read.js';

/** What an evaluation may read besides its operands: pure data, fixed for the whole run. No clock, no I/O. */
export interface Environment {
  /** Logical time of the run, milliseconds since 1970 UTC. */
  readonly now: number;
  /** IANA zone of the organization. */
  readonly timezone: string;
  /** ISO 4217 code of the organization: money without a known currency is aggregated in it. */
  readonly baseCurrency: string;
  /** Whose rate counts, milliseconds: the time of the record an aggregate is looking at, else `now`. */
  readonly rateTime: number;
  /** `amount` in `currency` at the reference rate of `at` (milliseconds); unknown with `no_rate` when there is none. */
  convert(amount: Money, currency: string, at: number): Outcome<Money>;
  /**
   * A fact of a table of reference data (`ipCountry`, `ipFlag:vpn`, `binBrand`, `isFreeEmail`, `isHoliday:BR` …) as its JSON
   * value; unknown with `not_in_data` when the table lacks the key, `source_unavailable` when the table is not loaded.
   */
  reference(table: string, argument: string): Outcome;
  /** Whatever else was gathered for the run, as its JSON value. Unknown with `list_unavailable` or `source_unavailable` when it was not. */
  read(request: DataRead): Outcome;
  /** What stands at a JSON path of the subject of the run, as stored; undefined when absent. */
  subject(jsonPath: readonly string[]): unknown;
  /** The stored entity behind an id of the subject's context (`originEntityId` …); unknown with `source_unavailable` for any other. */
  entity(entityId: string): Outcome;
}
