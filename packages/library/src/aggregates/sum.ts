import { type AggregateDeclaration } from '@tamis/lang';
import { exactSum, roundOnce } from '../semantics/exact-sum.js';
import { typeMismatch } from '../semantics/failures.js';
import { amountsOfADay } from './amounts-of-a-day.js';
import { numberBehind, numericValues, orOverflowAs, summedType } from './numeric-values.js';

export const sum: AggregateDeclaration = {
  name: 'sum',
  form: 'sum(x of transactions from origin in last 24h where …)',
  value: 'required',
  result: summedType,
  fold: (values, type) => {
    const numbers = numericValues(values, type);
    if (numbers === null) return typeMismatch('number');
    return orOverflowAs(roundOnce(exactSum(numbers)), type);
  },
  from: {
    kind: 'totals',
    number: numberBehind,
    result: ({ sum: exact }, type) => orOverflowAs(typeof exact === 'number' ? exact : roundOnce(exact), type),
  },
  empty: '0',
  since: 1,
  documentation: 'The exact sum, rounded once. 0 for no records. Money is converted to one currency, record by record.',
  examples: [
    {
      text: 'sum(amount as USD of prior transactions from origin in last 24h)',
      result: '45 USD',
      given: { origin: 'e-1' },
      records: amountsOfADay(10, 30, 5),
    },
    {
      text: 'sum(amount as USD of prior transactions from origin in last 24h)',
      result: '0 USD',
      given: { origin: 'e-1' },
    },
  ],
};
