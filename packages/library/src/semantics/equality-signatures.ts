import type { Environment, Outcome, Signature, Type, TypePattern, Value } from '@tamis/lang';
import { boolType, signature } from '../declare.js';
import { asOutcome, equalValues } from './compare.js';
import { foldText } from '../texts/fold-text.js';
import { orderedPairs, specializeOrder } from './ordered-signatures.js';

const pairs: readonly (readonly [TypePattern, TypePattern])[] = [
  ['bool', 'bool'],
  ['text', 'text'],
  ['enum', 'enum'],
  ['country', 'country'],
  ['currency', 'currency'],
  ['ip', 'ip'],
  ['entity', 'entity'],
  ...orderedPairs,
];

const identical: ReadonlySet<Type['kind']> = new Set(['bool', 'enum', 'country', 'currency', 'ip', 'entity']);

function specializeText(
  type: Type,
  constants: readonly (Value | undefined)[],
  wanted: boolean,
): ((a: Value, b: Value) => Outcome) | null {
  if (type.kind !== 'text') return null;
  if (type.collation !== 'ci') return (a, b) => (a === b) === wanted;
  const [, right] = constants;
  if (typeof right === 'string') {
    const folded = foldText(right);
    return (a) => (foldText(a as string) === folded) === wanted;
  }
  return (a, b) => (foldText(a as string) === foldText(b as string)) === wanted;
}

/** Returns the signatures of `=` and `!=`. */
export function equalitySignatures(name: string, wanted: boolean): readonly Signature[] {
  return pairs.map((operands) => {
    const compare = (a: Value, b: Value, types: readonly Type[], environment: Environment): Outcome =>
      asOutcome(equalValues(a, b, types, environment), wanted);
    return signature(name, operands, {
      result: () => boolType,
      evaluate: ([a, b], types, environment) => compare(a as Value, b as Value, types, environment),
      specialize: (types, constants) => {
        const [type] = types;
        if (!type) return null;
        if (identical.has(type.kind)) return (a, b) => (a === b) === wanted;
        return (
          specializeText(type, constants, wanted) ??
          specializeOrder(
            types,
            (order) => (order === 0) === wanted,
            (a, b, environment) => compare(a, b, types, environment),
          )
        );
      },
    });
  });
}
