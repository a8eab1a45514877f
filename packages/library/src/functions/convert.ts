import type { Environment, Value } from '@tamis/lang';
import { localDate, startOfDate, type Money } from '@tamis/stdx';
import { declareFunction, moneyType, signature } from '../declare.js';

const dayMs = 86_400_000;

/** Returns the time for a rate. A day stands for its last instant, today for now: its rate is the newest one known on that day. */
function rateTimeOf(time: Value, { now, timezone }: Environment): number {
  if (typeof time === 'number') return time;
  const day = time as string;
  if (day === localDate(now, timezone)) return now;
  const start = startOfDate(day, timezone);
  // A day is 23 to 25 hours long, so one and a half days after its start is always on the next day.
  return startOfDate(localDate(start + dayMs + dayMs / 2, timezone), timezone) - 1;
}

export const convert = declareFunction({
  name: 'convert',
  form: 'convert(m, currency, time)',
  // An untyped value is read as a day.
  signatures: (['date', 'datetime'] as const).map((time) =>
    signature('convert', ['money', 'currency', time], {
      result: () => moneyType,
      evaluate: ([amount, currency, at], _types, environment) =>
        environment.convert(amount as Money, currency as string, rateTimeOf(at as Value, environment)),
    }),
  ),
  cost: 'c2',
  documentation:
    'Money in another currency, at the rate of a day or an instant: the newest rate at or before it that is not too old. ' +
    'Rounded once, half-even, to 12 decimals. Unknown (`no_rate`) when there is none.',
  examples: [
    {
      text: 'convert(54_000 BRL, "USD", 2026-02-20)',
      result: '10_000 USD',
      data: {
        rates: {
          referenceCurrency: 'USD',
          maxAgeDays: 4,
          quotes: [{ base: 'USD', quote: 'BRL', at: Date.UTC(2026, 1, 20), rate: '5.40' }],
        },
      },
    },
    { text: 'convert(10 EUR, "USD", 2026-02-20)', result: 'unknown (no_rate)' },
  ],
});
