import { unknown, type AggregateDeclaration, type Type } from '@tamis/lang';
import { exactDeviation, exactTotals } from '../semantics/exact-sum.js';
import { typeMismatch } from '../semantics/failures.js';
import { amountsOfADay } from './amounts-of-a-day.js';
import { numberBehind, numericValues, orOverflowAs } from './numeric-values.js';

function deviationType(type: Type | null): Type | null {
  if (type?.kind === 'any') return { kind: 'number' };
  return type?.kind === 'number' || type?.kind === 'money' ? type : null;
}

export const stddev: AggregateDeclaration = {
  name: 'stddev',
  form: 'stddev(x of transactions from origin in last 24h where …)',
  value: 'required',
  result: deviationType,
  fold: (values, type) => {
    const numbers = numericValues(values, type);
    if (numbers === null) return typeMismatch('number');
    if (numbers.length < 2) return unknown({ cause: 'empty_window' });
    return orOverflowAs(exactDeviation(exactTotals(numbers)), type);
  },
  from: {
    kind: 'totals',
    number: numberBehind,
    result: (totals, type) =>
      totals.count < 2 ? unknown({ cause: 'empty_window' }) : orOverflowAs(exactDeviation(totals), type),
  },
  empty: 'unknown',
  since: 1,
  documentation:
    'Standard deviation of the sample (n − 1), computed exactly and rounded once. Unknown for no record and for one.',
  examples: [
    {
      text: 'stddev(amount as USD of prior transactions from origin in last 24h)',
      result: '10 USD',
      given: { origin: 'e-1' },
      records: amountsOfADay(10, 20, 30),
    },
    {
      text: 'stddev(amount as USD of prior transactions from origin in last 24h)',
      result: 'unknown (empty_window)',
      given: { origin: 'e-1' },
      records: amountsOfADay(10),
    },
  ],
};
