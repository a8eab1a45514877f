import type { Type } from '@tamis/lang';

/** The type of one of two values of one type. Amounts may differ in currency; then none is known. */
export function typeOfEither([a, b]: readonly Type[]): Type {
  if (a?.kind === 'money' && b?.kind === 'money' && a.currency !== b.currency) return { kind: 'money' };
  return a ?? { kind: 'any' };
}
