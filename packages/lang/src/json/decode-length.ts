import { durationLiteral, type DurationLiteral, type DurationUnit } from '../ast/duration-literal.js';
import type { PathNode } from '../ast/path-node.js';
import { e0107 } from '../diagnostics/codes/e0107.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { inside, isRecord, member, type DecodeContext, type DecodePosition } from './decode-context.js';
import { decodeName } from './decode-path.js';
import { decodeValue } from './decode-value.js';
import { lengthUnits } from './length-units.js';

const unitNamed: ReadonlyMap<string, DurationUnit> = new Map(
  Object.entries(lengthUnits).map(([short, long]): [string, DurationUnit] => [long, short as DurationUnit]),
);

function decodeUnit(json: unknown, place: DecodePosition, context: DecodeContext): DurationUnit | null {
  if (typeof json !== 'string') return context.wrongShape(place, 'a unit of time', json);
  return unitNamed.get(json) ?? context.word(place, 'unit of time', json, unitNamed.keys());
}

/** Decodes `{amount, unit}`, or `{amount: {$name}}` if a name stands for both; `record` has no other keys. */
export function decodeLength(
  record: Readonly<Record<string, unknown>>,
  place: DecodePosition,
  context: DecodeContext,
): DurationLiteral | PathNode | null {
  const amount = member(record, 'amount');
  const at = inside(place, 'amount');
  if (isRecord(amount) && Object.hasOwn(amount, '$name')) {
    if (member(record, 'unit') !== undefined)
      return context.report(e0213, inside(place, 'unit'), 'a named length of time includes its unit');
    const name = context.record(amount, at, 'a name', ['$name']);
    return name && decodeName(member(name, '$name'), inside(at, '$name'), context);
  }
  const unit = decodeUnit(member(record, 'unit'), inside(place, 'unit'), context);
  const length = decodeValue(amount, at, context);
  if (unit === null || length === null) return null;
  if (length.kind !== 'numberLiteral') return context.report(e0107, at, 'a length of time cannot be negative');
  return durationLiteral(length.text, unit);
}
