import {
  isUnknown,
  type ConstantOperand,
  type Environment,
  type Outcome,
  type Signature,
  type Type,
  type TypePattern,
  type Unknown,
  type Value,
} from '@tamis/lang';
import { isZone, localClock, parseDate } from '@tamis/stdx';
import { numberType, signature } from '../declare.js';
import { entityZone } from './entity-zone.js';

/** Returns the check of the operand that names a timezone, if it is a text. */
export const zoneOperand = (operand: number): ConstantOperand => ({
  operand,
  accepts: (value) => typeof value === 'string' && isZone(value),
  expected: 'an IANA time zone such as "America/Sao_Paulo"',
});

/** Returns a timezone by name or by entity; that of the organization if there is no operand. */
export function zoneOf(zone: Outcome | undefined, type: Type | undefined, environment: Environment): string | Unknown {
  if (typeof zone !== 'string') return environment.timezone;
  return type?.kind === 'entity' ? entityZone(zone, environment) : zone;
}

/** A day has no timezone: its clock shows midnight. */
const clockOf = (time: Value, zone: string): Date =>
  typeof time === 'number' ? localClock(time, zone) : new Date(parseDate(time as string) ?? 0);

type ReadClock = (clock: Date) => Outcome;

interface Zoned {
  readonly result?: Type;
  /** The type of the time operand. */
  readonly time?: TypePattern;
}

/** Returns the signatures of a function of a time and, if it is not that of the organization, a timezone. */
export function zonedSignatures(
  name: string,
  read: ReadClock,
  { result = numberType, time = ['datetime', 'date'] }: Zoned = {},
): readonly Signature[] {
  const evaluate = ([at, zone]: readonly Outcome[], types: readonly Type[], environment: Environment): Outcome => {
    const local = zoneOf(zone, types[1], environment);
    return isUnknown(local) ? local : read(clockOf(at as Value, local));
  };
  const specialize: Signature['specialize'] = (types, constants) => {
    if (types[0]?.kind !== 'datetime' || types[1]?.kind === 'entity') return null;
    const zone = constants[1];
    return typeof zone === 'string'
      ? (at) => read(localClock(at as number, zone))
      : (at, _ignored, environment) => read(localClock(at as number, environment.timezone));
  };
  const parts = { result: () => result, evaluate, specialize };
  return [
    signature(name, [time], parts),
    signature(name, [time, 'text'], { ...parts, constants: [zoneOperand(1)] }),
    signature(name, [time, 'entity'], parts),
  ];
}
