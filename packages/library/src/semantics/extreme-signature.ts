import {
  isUnknown,
  type Environment,
  type Outcome,
  type Signature,
  type Type,
  type TypeKind,
  type Value,
} from '@tamis/lang';
import { signature } from '../declare.js';
import { compareValues, type Order } from './compare.js';

/** The ordered types. */
export const orderedKinds: readonly TypeKind[] = ['number', 'money', 'date', 'datetime', 'duration', 'distance'];

/** The number of times the last operand can repeat: 2 to 16 operands in total. */
const moreOperands = 15;

/** Returns the signature of `least` and `greatest`: the result is the operand that is `wanted` relative to all others. */
export function extremeSignature(name: string, wanted: Order): Signature {
  return signature(name, ['T', 'T'], {
    atMost: moreOperands,
    variable: orderedKinds,
    result: extremeType,
    evaluate: (operands, types, environment: Environment): Outcome => {
      let best = { value: operands[0] as Value, type: types[0] as Type };
      for (const [index, operand] of operands.entries()) {
        const type = types[index] ?? best.type;
        const order = compareValues(operand as Value, best.value, [type, best.type], environment);
        if (isUnknown(order)) return order;
        if (order === wanted) best = { value: operand as Value, type };
      }
      return best.value;
    },
  });
}

/** Returns the type of one of several values of an ordered type: the currency is known if it is the same for all. */
export function extremeType(types: readonly Type[]): Type {
  const [first = { kind: 'any' }] = types;
  return first.kind === 'money' && !types.every((type) => type.kind === 'money' && type.currency === first.currency)
    ? { kind: 'money' }
    : first;
}
