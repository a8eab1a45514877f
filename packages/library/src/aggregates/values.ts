import type { AggregateDeclaration, AggregateFold } from '@tamis/lang';
import { amountsOfADay } from './amounts-of-a-day.js';
import { isDistinguishable, sortedSet } from './distinct-values.js';

const set: AggregateFold = {
  result: (type) => (isDistinguishable(type) ? { kind: 'list', element: type } : null),
  fold: (found, type) => sortedSet(found, type ?? { kind: 'any' }),
};

export const values: AggregateDeclaration = {
  name: 'values',
  form: 'values(x of transactions from origin in last 24h where …)',
  value: 'required',
  ...set,
  distinct: set,
  readsRows: true,
  empty: 'the empty set',
  since: 1,
  documentation:
    'The different values of the records, as a set in sorted order; the empty set for none. At most 10,000: beyond, it is ' +
    'unknown (`too_many_rows`).',
  examples: [
    {
      text: 'length(values(amount as USD of prior transactions from origin in last 24h))',
      result: '2',
      given: { origin: 'e-1' },
      records: amountsOfADay(10, 5, 10),
    },
    {
      text: 'length(values(channel of prior transactions from origin in last 24h))',
      result: '0',
      given: { origin: 'e-1' },
    },
  ],
};
