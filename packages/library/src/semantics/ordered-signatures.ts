import {
  isUnknown,
  type Environment,
  type Outcome,
  type Signature,
  type Type,
  type TypePattern,
  type Value,
} from '@tamis/lang';
import { compareNumeric, type Money, type Numeric } from '@tamis/stdx';
import { boolType, signature } from '../declare.js';
import { compareValues, type Order } from './compare.js';

const times = ['date', 'datetime'] as const;

/** Operands of one ordered type; a plain number is compared with the amount of money. */
export const orderedPairs: readonly (readonly [TypePattern, TypePattern])[] = [
  ['number', 'number'],
  ['money', 'number'],
  ['number', 'money'],
  ['money', 'money'],
  [times, times],
  ['duration', 'duration'],
  ['distance', 'distance'],
  ['any', 'any'],
];

const plainNumeric: ReadonlySet<Type['kind']> = new Set(['number', 'duration', 'distance']);

type Test = (order: Order) => boolean;
type Fast = (a: Value, b: Value, environment: Environment) => Outcome;

/** Amounts of the same currency are compared directly; all others are evaluated normally. */
function fastMoney(types: readonly Type[], test: Test, plain: Fast): Fast | null {
  if (types.some((type) => type.kind !== 'money')) return null;
  return (a, b, environment) => {
    const [left, right] = [a as Money, b as Money];
    return left.currency === right.currency
      ? test(compareNumeric(left.amount, right.amount))
      : plain(a, b, environment);
  };
}

export function specializeOrder(types: readonly Type[], test: Test, plain: Fast): Fast | null {
  if (types.every((type) => plainNumeric.has(type.kind)) || types.every((type) => type.kind === 'datetime'))
    return (a, b) => test(compareNumeric(a as Numeric, b as Numeric));
  return fastMoney(types, test, plain);
}

/** Returns the signatures of `<` and similar operators: one for each pair of operands. */
export function orderedSignatures(name: string, test: Test): readonly Signature[] {
  return orderedPairs.map((operands) => {
    const compare = (a: Value, b: Value, types: readonly Type[], environment: Environment): Outcome => {
      const order = compareValues(a, b, types, environment);
      return isUnknown(order) ? order : test(order);
    };
    return signature(name, operands, {
      result: () => boolType,
      evaluate: ([a, b], types, environment) => compare(a as Value, b as Value, types, environment),
      specialize: (types) => specializeOrder(types, test, (a, b, environment) => compare(a, b, types, environment)),
    });
  });
}
