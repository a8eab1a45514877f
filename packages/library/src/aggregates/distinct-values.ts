import { unknown, type Outcome, type Type, type Unknown, type Value } from '@tamis/lang';
import { compareNumeric, numericText, type Money } from '@tamis/stdx';
import { compareText } from '../semantics/compare-text.js';
import { foldText } from '../texts/fold-text.js';
import { isNumeric } from '../semantics/compare.js';
import { typeMismatch } from '../semantics/failures.js';

/** Maximum number of distinct values in one aggregate (language manual 5). */
export const maxDistinct = 10_000;

const scalars: ReadonlySet<Type['kind']> = new Set([
  'bool',
  'number',
  'money',
  'text',
  'enum',
  'country',
  'currency',
  'date',
  'datetime',
  'duration',
  'distance',
  'ip',
  'entity',
  'any',
]);

/** Whether values of the type can be compared for equality: everything except places, objects and lists. */
export const isDistinguishable = (type: Type | null): type is Type => type !== null && scalars.has(type.kind);

/**
 * Returns a key that is the same for equal values: money by amount and currency, text by its collation, numbers by value. `null` if the
 * value is not comparable.
 */
export function distinctKey(value: Value, type: Type): string | null {
  if (isNumeric(value)) return `n${numericText(value)}`;
  if (typeof value === 'string') return `t${type.kind === 'text' && type.collation === 'ci' ? foldText(value) : value}`;
  if (typeof value === 'boolean') return `b${String(value)}`;
  if (type.kind !== 'money') return null;
  const { amount, currency } = value as Money;
  return `m${currency} ${numericText(amount)}`;
}

/**
 * Returns the first of each group of equal values, in the given order. Unknown if there are too many, or if values cannot be distinguished.
 */
export function distinctValues(values: readonly Value[], type: Type): readonly Value[] | Unknown {
  const byKey = new Map<string, Value>();
  for (const value of values) {
    const key = distinctKey(value, type);
    if (key === null) return typeMismatch('a single value') as Unknown;
    if (byKey.has(key)) continue;
    if (byKey.size === maxDistinct) return unknown({ cause: 'too_many_rows' });
    byKey.set(key, value);
  }
  return [...byKey.values()];
}

const rank = (value: Value): number => (typeof value === 'boolean' ? 0 : isNumeric(value) ? 1 : 2);

/** Compares values that have keys: booleans, numbers, texts, or money. */
function compare(a: Value, b: Value): -1 | 0 | 1 {
  const kinds = rank(a) - rank(b);
  if (kinds !== 0) return kinds < 0 ? -1 : 1;
  if (isNumeric(a) && isNumeric(b)) return compareNumeric(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'boolean' || typeof b === 'boolean') return a === b ? 0 : a === true ? 1 : -1;
  const [left, right] = [a as Money, b as Money];
  return compareText(left.currency, right.currency) || compareNumeric(left.amount, right.amount);
}

/** Returns a set in listing order: false before true, numbers by value, texts by code unit. */
export function sortedSet(values: readonly Value[], type: Type): Outcome {
  const odd = values.find((value) => distinctKey(value, type) === null);
  if (odd !== undefined) return typeMismatch('a single value');
  // The spelling that represents equal texts must not depend on the order of the records.
  return distinctValues([...values].sort(compare), type);
}
