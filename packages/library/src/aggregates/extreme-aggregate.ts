import { unknown, type AggregateDeclaration, type Outcome } from '@tamis/lang';
import { typeMismatch } from '../semantics/failures.js';
import type { Order } from '../semantics/compare.js';
import { amountsOfADay } from './amounts-of-a-day.js';
import { numberBehind, numericValues } from './numeric-values.js';
import { compareAlike, fitsOrder, orderedType } from './ordered-values.js';

/** `min` and `max`: the value whose comparison with every other value is `wanted`. */
export const extremeAggregate = (name: 'min' | 'max', wanted: Order, documentation: string): AggregateDeclaration => ({
  name,
  form: `${name}(x of transactions from origin in last 24h where …)`,
  value: 'required',
  result: orderedType,
  fold: (values, type): Outcome => {
    const [first] = values;
    if (first === undefined) return unknown({ cause: 'empty_window' });
    if (type?.kind === 'any' && numericValues(values, type) === null) return typeMismatch('number');
    return values.reduce((best, value) => (compareAlike(value, best) === wanted ? value : best), first);
  },
  from: {
    kind: 'rank',
    fits: fitsOrder,
    compare: compareAlike,
    number: numberBehind,
    rank: wanted === 1 ? 'last' : 'first',
  },
  empty: 'unknown',
  since: 1,
  documentation,
  examples: [
    {
      text: `${name}(amount as USD of prior transactions from origin in last 24h)`,
      result: wanted === 1 ? '30 USD' : '5 USD',
      given: { origin: 'e-1' },
      records: amountsOfADay(10, 30, 5),
    },
    {
      text: `${name}(amount as USD of prior transactions from origin in last 24h)`,
      result: 'unknown (empty_window)',
      given: { origin: 'e-1' },
    },
  ],
});
