import { unknown, type AggregateDeclaration } from '@tamis/lang';
import { exactMean, exactSum } from '../semantics/exact-sum.js';
import { typeMismatch } from '../semantics/failures.js';
import { amountsOfADay } from './amounts-of-a-day.js';
import { numberBehind, numericValues, orOverflowAs, summedType } from './numeric-values.js';

export const avg: AggregateDeclaration = {
  name: 'avg',
  form: 'avg(x of transactions from origin in last 24h where …)',
  value: 'required',
  result: summedType,
  fold: (values, type) => {
    const numbers = numericValues(values, type);
    if (numbers === null) return typeMismatch('number');
    if (numbers.length === 0) return unknown({ cause: 'empty_window' });
    return orOverflowAs(exactMean(exactSum(numbers), numbers.length), type);
  },
  from: {
    kind: 'totals',
    number: numberBehind,
    result: ({ sum, count }, type) =>
      count === 0 ? unknown({ cause: 'empty_window' }) : orOverflowAs(exactMean(sum, count), type),
  },
  empty: 'unknown',
  since: 1,
  documentation: 'The exact mean, rounded once. Unknown for no records.',
  examples: [
    {
      text: 'avg(amount as USD of prior transactions from origin in last 24h)',
      result: '15 USD',
      given: { origin: 'e-1' },
      records: amountsOfADay(10, 30, 5),
    },
    {
      text: 'avg(amount as USD of prior transactions from origin in last 24h)',
      result: 'unknown (empty_window)',
      given: { origin: 'e-1' },
    },
  ],
};
