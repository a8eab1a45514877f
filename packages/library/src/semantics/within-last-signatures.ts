import { isUnknown, unknown, type Environment, type Outcome, type Signature, type Type, type Value } from '@tamis/lang';
import { addMonths, asDecimal, type Numeric } from '@tamis/stdx';
import { boolType, signature } from '../declare.js';
import { compareValues } from './compare.js';

/** Milliseconds either side of 1970 that a time can stand for. */
const maxTimeMs = 8.64e15;

/** `now` less a duration; null when that is no time. */
function startOfWindow(duration: Numeric, type: Type | undefined, { now, timezone }: Environment): number | null {
  const length = asDecimal(duration);
  const isCalendar = type?.kind === 'duration' && type.calendar === true;
  if (isCalendar && !length.isInteger()) return null;
  // Twelve months are less than 3.2e10 ms.
  if (length.abs().gt(isCalendar ? maxTimeMs / 3e9 : maxTimeMs)) return null;
  const start = isCalendar ? addMonths(now, -length.toNumber(), timezone) : now - length.toNumber();
  return Math.abs(start) <= maxTimeMs ? start : null;
}

function isWithin(time: Value, duration: Numeric, types: readonly Type[], environment: Environment): Outcome {
  const start = startOfWindow(duration, types[1], environment);
  if (start === null) return unknown({ cause: 'out_of_domain', detail: 'duration' });
  const pair: readonly Type[] = [types[0] ?? { kind: 'datetime' }, { kind: 'datetime' }];
  const fromStart = compareValues(time, start, pair, environment);
  const fromNow = compareValues(time, environment.now, pair, environment);
  if (isUnknown(fromStart)) return fromStart;
  return isUnknown(fromNow) ? fromNow : fromStart > 0 && fromNow <= 0;
}

/** `is within last`: after now − D, and not in the future. */
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
