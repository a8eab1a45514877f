import {
  isUnknown,
  type Environment,
  type Outcome,
  type Signature,
  type Type,
  type TypeKind,
  type TypePattern,
  type Value,
} from '@tamis/lang';
import { compareNumeric, type Money, type Numeric } from '@tamis/stdx';
import { boolType, signature } from '../declare.js';
import { compareValues } from './compare.js';

const times: readonly TypeKind[] = ['date', 'datetime'];

const triples: readonly (readonly [TypePattern, TypePattern, TypePattern])[] = [
  ['number', 'number', 'number'],
  ['money', 'number', 'number'],
  ['money', 'money', 'money'],
  [times, times, times],
  ['duration', 'duration', 'duration'],
  ['distance', 'distance', 'distance'],
  ['any', 'any', 'any'],
];

/** Whether the value is in the range, including both ends; a range whose lower end is above the upper one is empty. */
function isBetween(x: Value, low: Value, high: Value, types: readonly Type[], environment: Environment): Outcome {
  const [type = { kind: 'any' }, lowType = type, highType = type] = types;
  const below = compareValues(x, low, [type, lowType], environment);
  const above = compareValues(x, high, [type, highType], environment);
  if (isUnknown(below)) return below;
  return isUnknown(above) ? above : below >= 0 && above <= 0;
}

const negate = (outcome: Outcome, wanted: boolean): Outcome => (isUnknown(outcome) ? outcome : outcome === wanted);

function specializeConstants(
  types: readonly Type[],
  constants: readonly (Value | undefined)[],
  wanted: boolean,
): ((x: Value, ignored: Value, environment: Environment) => Outcome) | null {
  const [, low, high] = constants;
  if (low === undefined || high === undefined) return null;
  if (types.every((type) => type.kind === 'number'))
    return (x) =>
      (compareNumeric(x as Numeric, low as Numeric) >= 0 && compareNumeric(x as Numeric, high as Numeric) <= 0) ===
      wanted;
  if (!types.every((type) => type.kind === 'money')) return null;
  const [from, to] = [low as Money, high as Money];
  return (x, _ignored, environment) => {
    const { amount, currency } = x as Money;
    if (currency !== from.currency || currency !== to.currency)
      return negate(isBetween(x, low, high, types, environment), wanted);
    return (compareNumeric(amount, from.amount) >= 0 && compareNumeric(amount, to.amount) <= 0) === wanted;
  };
}

/** Returns the signatures of `between` and `not between`. */
export function betweenSignatures(name: string, wanted: boolean): readonly Signature[] {
  return triples.map((operands) =>
    signature(name, operands, {
      result: () => boolType,
      evaluate: ([x, low, high], types, environment) =>
        negate(isBetween(x as Value, low as Value, high as Value, types, environment), wanted),
      specialize: (types, constants) => specializeConstants(types, constants, wanted),
    }),
  );
}
