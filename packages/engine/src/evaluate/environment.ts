import { unknown, type Environment } from '@tamis/lang';

/** `rateTime` moves with the record an aggregate is looking at. */
export type RunEnvironment = Omit<Environment, 'rateTime'> & { rateTime: number };

/** The part of a rule set that is not rules. */
export interface Settings {
  readonly baseCurrency: string;
  readonly timezone: string;
}

/** What an evaluation reads besides its operands. Without rates, money converts to its own currency only. */
export function runEnvironment(now: number, { baseCurrency, timezone }: Settings): RunEnvironment {
  return {
    now,
    timezone,
    baseCurrency,
    rateTime: now,
    convert: (amount, currency) =>
      amount.currency === currency ? amount : unknown({ cause: 'no_rate', detail: `${amount.currency}/${currency}` }),
  };
}
