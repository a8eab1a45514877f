import type { DurationLiteral } from '../ast/duration-literal.js';
import type { PathNode } from '../ast/path-node.js';
import type { LengthJson } from './aggregate-json.js';
import { encodeNumber } from './encode-literal.js';
import { lengthUnits } from './length-units.js';

/** Encodes a duration, or the name of one. */
export const encodeLength = (length: DurationLiteral | PathNode): LengthJson =>
  length.kind === 'path'
    ? { amount: { $name: length.steps[0] ?? '' } }
    : { amount: encodeNumber(length.amount), unit: lengthUnits[length.unit] };
