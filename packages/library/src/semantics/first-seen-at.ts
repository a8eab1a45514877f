import { isUnknown, unknown, type Environment, type Outcome, type SeenKind } from '@tamis/lang';
import { factAs } from './reference-signature.js';

/** Returns the time at which a value was first seen before the current event; unknown (`missing`) if never. */
export function firstSeenAt(seen: SeenKind, value: string, environment: Environment): Outcome {
  if (value === '') return unknown({ cause: 'empty_text' });
  return factAs(environment.read({ kind: 'firstSeen', seen, value }), { kind: 'datetime' }, environment);
}

/** Whether the outcome means "never", as opposed to unknown data. */
export const neverSeen = (outcome: Outcome): boolean =>
  isUnknown(outcome) && outcome.causes.every(({ cause }) => cause === 'missing');
