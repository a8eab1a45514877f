import { unknown, type AggregateDeclaration } from '@tamis/lang';
import { amountsOfADay } from './amounts-of-a-day.js';

/** `latest` and `earliest`: the value of one record. Records with equal times are ordered by arrival. */
export const newestOrOldest = (name: 'latest' | 'earliest', documentation: string): AggregateDeclaration => ({
  name,
  form: `${name}(x of transactions from origin in last 24h where …)`,
  value: 'required',
  result: (type) => (type?.kind === 'listref' ? null : type),
  fold: (values) => values.at(name === 'latest' ? -1 : 0) ?? unknown({ cause: 'empty_window' }),
  from: { kind: 'end', end: name === 'latest' ? 'newest' : 'oldest' },
  empty: 'unknown',
  since: 1,
  documentation,
  examples: [
    {
      text: `${name}(amount as USD of prior transactions from origin in last 24h)`,
      result: name === 'latest' ? '5 USD' : '10 USD',
      given: { origin: 'e-1' },
      records: amountsOfADay(10, 30, 5),
    },
    {
      text: `${name}(channel of prior transactions from origin in last 24h)`,
      result: 'unknown (empty_window)',
      given: { origin: 'e-1' },
      records: amountsOfADay(10),
    },
  ],
});
