import { amountsOfADay } from './amounts-of-a-day.js';
import { percentile } from './percentile.js';

export const p90 = percentile(
  'p90',
  90,
  'The smallest value that at least 90 of 100 values do not exceed, by nearest rank. Unknown for no records.',
  [
    {
      text: 'p90(amount as USD of prior transactions from origin in last 24h)',
      result: '40 USD',
      given: { origin: 'e-1' },
      records: amountsOfADay(40, 10, 30, 5),
    },
    {
      text: 'p90(amount as USD of prior transactions from origin in last 24h)',
      result: 'unknown (empty_window)',
      given: { origin: 'e-1' },
    },
  ],
);
