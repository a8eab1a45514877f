import type { Type } from '@tamis/lang';

/** Returns the type of one of two values of the same type. If amounts differ in currency, the currency is unknown. */
export function typeOfEither([a, b]: readonly Type[]): Type {
  if (a?.kind === 'money' && b?.kind === 'money' && a.currency !== b.currency) return { kind: 'money' };
  return a ?? { kind: 'any' };
}
