import { unknown, type AggregateDeclaration, type AggregateName, type Example } from '@tamis/lang';
import { typeMismatch } from '../semantics/failures.js';
import { numberBehind, numericValues } from './numeric-values.js';
import { compareAlike, fitsOrder, orderedType } from './ordered-values.js';

const rankOf = (percent: number, count: number): number => Math.ceil((percent * count) / 100) - 1;

/** `median`, `p90` and similar aggregates by nearest rank: the ⌈percent · n / 100⌉-th smallest value, which is always one that occurred. */
export const percentile = (
  name: AggregateName,
  percent: number,
  documentation: string,
  examples: readonly Example[],
): AggregateDeclaration => ({
  name,
  form: `${name}(x of transactions from origin in last 24h where …)`,
  value: 'required',
  result: orderedType,
  fold: (values, type) => {
    if (values.length === 0) return unknown({ cause: 'empty_window' });
    if (type?.kind === 'any' && numericValues(values, type) === null) return typeMismatch('number');
    const sorted = [...values].sort(compareAlike);
    return sorted[rankOf(percent, sorted.length)] ?? unknown({ cause: 'empty_window' });
  },
  from: {
    kind: 'rank',
    fits: fitsOrder,
    compare: compareAlike,
    number: numberBehind,
    rank: (count) => rankOf(percent, count),
  },
  readsRows: true,
  empty: 'unknown',
  since: 1,
  documentation,
  examples,
});
