import { unknown, type AggregateDeclaration, type Outcome, type Type, type Value } from '@tamis/lang';
import { compareNumeric, type Money, type Numeric } from '@tamis/stdx';
import { misfit } from '../semantics/failures.js';
import { orderedKinds } from '../semantics/extreme-signature.js';
import type { Order } from '../semantics/compare.js';
import { numericValues } from './numeric-values.js';

/** Values of one type and, for money, one currency. */
function compareAlike(a: Value, b: Value): Order {
  if (typeof a === 'string') return a < (b as string) ? -1 : a > (b as string) ? 1 : 0;
  if (typeof a === 'object' && 'amount' in a) return compareNumeric((a as Money).amount, (b as Money).amount);
  return compareNumeric(a as Numeric, b as Numeric);
}

function resultType(type: Type | null): Type | null {
  if (type?.kind === 'any') return { kind: 'number' };
  return type && orderedKinds.includes(type.kind) ? type : null;
}

/** `min` and `max`: the value that is `wanted` against every other one. */
export const extremeAggregate = (name: 'min' | 'max', wanted: Order, documentation: string): AggregateDeclaration => ({
  name,
  form: `${name}(x of transactions from origin in last 24h where …)`,
  value: 'required',
  result: resultType,
  fold: (values, type): Outcome => {
    const [first] = values;
    if (first === undefined) return unknown({ cause: 'empty_window' });
    if (type?.kind === 'any' && numericValues(values, type) === null) return misfit('number');
    return values.reduce((best, value) => (compareAlike(value, best) === wanted ? value : best), first);
  },
  documentation,
  examples: [
    {
      text: `${name}(amount as USD of prior transactions from origin in last 24h)`,
      result: 'unknown (empty_window)',
      given: { origin: 'e-1' },
    },
  ],
});
