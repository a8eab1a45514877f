import { type Type, type Value } from '@tamis/lang';
import { compareNumeric, type Money, type Numeric } from '@tamis/stdx';
import type { Order } from '../semantics/compare.js';
import { orderedKinds } from '../semantics/extreme-signature.js';
import { numberBehind } from './numeric-values.js';

/** Compares values of one type and, for money, one currency. */
export function compareAlike(a: Value, b: Value): Order {
  if (typeof a === 'string') return a < (b as string) ? -1 : a > (b as string) ? 1 : 0;
  if (typeof a === 'object' && 'amount' in a) return compareNumeric((a as Money).amount, (b as Money).amount);
  return compareNumeric(a as Numeric, b as Numeric);
}

/** Returns the type of one of the values. An untyped value must turn out to be a number. */
export function orderedType(type: Type | null): Type | null {
  if (type?.kind === 'any') return { kind: 'number' };
  return type && orderedKinds.includes(type.kind) ? type : null;
}

/** Whether a value can be ordered. An untyped value must be a number. */
export const fitsOrder = (value: Value, type: Type | null): boolean =>
  type?.kind !== 'any' || numberBehind(value, type) !== null;
