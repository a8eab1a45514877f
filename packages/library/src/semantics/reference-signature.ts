import {
  isUnknown,
  readValue,
  type Environment,
  type Outcome,
  type Signature,
  type Type,
  type TypePattern,
  type Value,
} from '@tamis/lang';
import { signature } from '../declare.js';

/** A fact as a value of its type: a table that holds something else does not fit. */
export function factAs(fact: Outcome, type: Type, environment: Environment): Outcome {
  return isUnknown(fact) ? fact : readValue(fact, type, '', environment.timezone);
}

/** A function that looks its operand up in a table of reference data of the same name. */
export const referenceSignature = (
  table: string,
  operand: TypePattern,
  result: Type,
  key: (value: Value) => string = (value) => value as string,
): Signature =>
  signature(table, [operand], {
    result: () => result,
    evaluate: ([value], _types, environment) =>
      factAs(environment.reference(table, key(value as Value)), result, environment),
  });
