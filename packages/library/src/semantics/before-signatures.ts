import { isUnknown, type Signature, type Type, type Value } from '@tamis/lang';
import { boolType, signature } from '../declare.js';
import { compareValues, type Order } from './compare.js';

const times = ['date', 'datetime'] as const;
const areInstants = (types: readonly Type[]): boolean => types.every((type) => type.kind === 'datetime');

/** `is before` (-1) and `is after` (1), both strict, and their negations. */
export const beforeSignatures = (name: string, order: Order, wanted: boolean): readonly Signature[] => [
  signature(name, [times, times], {
    result: () => boolType,
    evaluate: ([a, b], types, environment) => {
      const found = compareValues(a as Value, b as Value, types, environment);
      return isUnknown(found) ? found : (found === order) === wanted;
    },
    specialize: (types) =>
      areInstants(types)
        ? (a, b) => (order < 0 ? (a as number) < (b as number) : (a as number) > (b as number)) === wanted
        : null,
  }),
];
