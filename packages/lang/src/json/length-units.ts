import type { DurationUnit } from '../ast/duration-literal.js';
import type { WindowUnitJson } from './aggregate-json.js';

/** Units of time in the text and in JSON. */
export const lengthUnits: Readonly<Record<DurationUnit, WindowUnitJson>> = {
  s: 'seconds',
  m: 'minutes',
  h: 'hours',
  d: 'days',
  w: 'weeks',
  mo: 'months',
  y: 'years',
};
