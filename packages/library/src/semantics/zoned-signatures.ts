import type { ConstantOperand, Environment, Outcome, Signature, Type, Value } from '@tamis/lang';
import { isZone, localClock, parseDate } from '@tamis/stdx';
import { numberType, signature } from '../declare.js';

const zoneOperand: ConstantOperand = {
  operand: 1,
  accepts: (value) => typeof value === 'string' && isZone(value),
  expected: 'an IANA time zone such as "America/Sao_Paulo"',
};

/** A day has no zone: its clock stands at midnight. */
const clockOf = (time: Value, zone: string): Date =>
  typeof time === 'number' ? localClock(time, zone) : new Date(parseDate(time as string) ?? 0);

type ReadClock = (clock: Date) => Outcome;

/** Signatures of a function of a time and, where it is not the organization's, a zone. */
export function zonedSignatures(name: string, read: ReadClock, result: Type = numberType): readonly Signature[] {
  const evaluate = ([time, zone]: readonly Outcome[], _types: readonly Type[], environment: Environment): Outcome =>
    read(clockOf(time as Value, typeof zone === 'string' ? zone : environment.timezone));
  const specialize: Signature['specialize'] = (types, constants) => {
    if (types[0]?.kind !== 'datetime') return null;
    const zone = constants[1];
    return typeof zone === 'string'
      ? (time) => read(localClock(time as number, zone))
      : (time, _ignored, environment) => read(localClock(time as number, environment.timezone));
  };
  const times = ['datetime', 'date'] as const;
  return [
    signature(name, [times], { result: () => result, evaluate, specialize }),
    signature(name, [times, 'text'], { result: () => result, constants: [zoneOperand], evaluate, specialize }),
  ];
}
