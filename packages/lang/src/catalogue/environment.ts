import type { Money } from '@tamis/stdx';
import type { Outcome } from '../values/value.js';

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
}
