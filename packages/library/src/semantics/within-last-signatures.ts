import { isUnknown, unknown, type Environment, type Outcome, type Signature, type Type, type Value } from '@tamis/lang';
import type { Numeric } from '@tamis/stdx';
import { boolType, signature } from '../declare.js';
import { compareValues } from './compare.js';
import { maxTimeMs, startOfWindow } from './start-of-window.js';

function isWithin(time: Value, duration: Numeric, types: readonly Type[], environment: Environment): Outcome {
  const start = startOfWindow(duration, types[1], environment);
  if (start === null) return unknown({ cause: 'out_of_domain', detail: 'duration' });
  const pair: readonly Type[] = [types[0] ?? { kind: 'datetime' }, { kind: 'datetime' }];
  const fromStart = compareValues(time, start, pair, environment);
  const fromNow = compareValues(time, environment.now, pair, environment);
  if (isUnknown(fromStart)) return fromStart;
  return isUnknown(fromNow) ? fromNow : fromStart > 0 && fromNow <= 0;
}

/** Returns the signatures of `is within last`: after now − D, and not in the future. */
export const withinLastSignatures = (name: string, wanted: boolean): readonly Signature[] => [
  signature(name, [['date', 'datetime'], 'duration'], {
    result: () => boolType,
    evaluate: ([time, duration], types, environment) => {
      const within = isWithin(time as Value, duration as Numeric, types, environment);
      return isUnknown(within) ? within : within === wanted;
    },
    specialize: ([time, duration], constants) => {
      const length = constants[1];
      if (time?.kind !== 'datetime' || duration?.kind !== 'duration' || duration.calendar === true) return null;
      if (typeof length !== 'number' || Math.abs(length) > maxTimeMs / 2) return null;
      return (at, _length, { now }) => ((at as number) > now - length && (at as number) <= now) === wanted;
    },
  }),
];
