import { amountsOfADay } from './amounts-of-a-day.js';
import { percentile } from './percentile.js';

export const median = percentile(
  'median',
  50,
  'The middle value by nearest rank: of an even number of values the lower one of the two. Unknown for no records.',
  [
    {
      text: 'median(amount as USD of prior transactions from origin in last 24h)',
      result: '10 USD',
      given: { origin: 'e-1' },
      records: amountsOfADay(40, 10, 30, 5),
    },
    {
      text: 'median(amount as USD of prior transactions from origin in last 24h)',
      result: 'unknown (empty_window)',
      given: { origin: 'e-1' },
    },
  ],
);
