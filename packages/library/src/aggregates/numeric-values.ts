import { unknown, type Outcome, type Type, type Value } from '@tamis/lang';
import { money, type Money, type Numeric } from '@tamis/stdx';

/** Returns the number in a value, or `null` if it is not a number (an untyped field may contain anything). */
export function numberBehind(value: Value, type: Type | null): Numeric | null {
  const number = type?.kind === 'money' ? (value as Money).amount : value;
  return typeof number === 'number' || (typeof number === 'object' && 'toFixed' in number) ? (number as Numeric) : null;
}

/** Returns the numbers in a list of values, or `null` if one is not a number. */
export function numericValues(values: readonly Value[], type: Type | null): Numeric[] | null {
  const numbers: Numeric[] = [];
  for (const value of values) {
    const number = numberBehind(value, type);
    if (number === null) return null;
    numbers.push(number);
  }
  return numbers;
}

/** Returns a number as a value of the aggregated type. */
const asType = (number: Numeric, type: Type | null): Value =>
  type?.kind === 'money' && type.currency !== undefined ? money(number, type.currency) : number;

const summable: ReadonlySet<Type['kind']> = new Set(['number', 'money', 'duration', 'distance']);

/** Returns the type of a sum or mean. An untyped value must turn out to be a number. */
export function summedType(type: Type | null): Type | null {
  if (type?.kind === 'any') return { kind: 'number' };
  return type && summable.has(type.kind) ? type : null;
}

/** `null` stands for a result beyond the exponent range. */
export const orOverflowAs = (number: Numeric | null, type: Type | null): Outcome =>
  number === null ? unknown({ cause: 'overflow' }) : asType(number, type);
