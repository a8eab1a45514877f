import type { AggregateDeclaration } from '@tamis/lang';
import { isZero } from '@tamis/stdx';
import { boolType } from '../declare.js';
import { amountsOfADay } from './amounts-of-a-day.js';

export const exists: AggregateDeclaration = {
  name: 'exists',
  form: 'exists(transactions from origin in last 24h where …)',
  value: 'none',
  result: () => boolType,
  fold: (_values, _type, count) => !isZero(count),
  from: { kind: 'counts' },
  settledByOne: true,
  empty: 'false',
  since: 1,
  documentation: 'A record matches. False for none; true as soon as one does, even if others are unknown.',
  examples: [
    {
      text: 'exists(prior transactions from origin in last 24h where amount >= 20 USD)',
      result: 'true',
      given: { origin: 'e-1' },
      records: amountsOfADay(10, 30),
    },
    { text: 'exists(prior transactions from origin in last 24h)', result: 'false', given: { origin: 'e-1' } },
  ],
};
