import { isUnknown, type Environment, type Outcome } from '@tamis/lang';
import { typeMismatch } from './failures.js';

/** Returns a fact that must be true or false. */
export function booleanFact(environment: Environment, table: string, argument: string): Outcome {
  const fact = environment.reference(table, argument);
  return isUnknown(fact) || typeof fact === 'boolean' ? fact : typeMismatch('true or false');
}

/** Returns a fact that must be a text. */
export function textFact(environment: Environment, table: string, argument: string): Outcome {
  const fact = environment.reference(table, argument);
  return isUnknown(fact) || typeof fact === 'string' ? fact : typeMismatch('text');
}
