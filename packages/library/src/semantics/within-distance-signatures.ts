import type { GeoPoint, Signature } from '@tamis/lang';
import { compareNumeric, type Numeric } from '@tamis/stdx';
import { boolType, signature } from '../declare.js';
import { metresBetween } from './metres-between.js';

/** Returns the signatures of `a is within 50 km of b`; the limit is included. */
export const withinDistanceSignatures = (name: string, wanted: boolean): readonly Signature[] => [
  signature(name, ['geo', 'distance', 'geo'], {
    result: () => boolType,
    evaluate: ([a, limit, b]) =>
      compareNumeric(metresBetween(a as GeoPoint, b as GeoPoint), limit as Numeric) <= 0 === wanted,
  }),
];
