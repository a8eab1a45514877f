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

/** Returns a fact as a value of its type: a table with other data does not fit. */
export function factAs(fact: Outcome, type: Type, environment: Environment): Outcome {
  return isUnknown(fact) ? fact : readValue(fact, type, '', environment.timezone);
}

/** Returns the signature of a function that looks up its operand in the reference data table of the same name. */
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
