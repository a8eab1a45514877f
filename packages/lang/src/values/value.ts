import type { Money, Numeric } from '@tamis/stdx';
import type { Unknown } from './unknown.js';

/** Latitude and longitude in degrees, WGS84. */
export interface GeoPoint {
  readonly lat: number;
  readonly lng: number;
}

/**
 * A value while a rule runs, by static type:
 * bool → boolean · number, percent → Numeric · money → Money · text, enum, country, currency, ip, entity → string ·
 * date → `YYYY-MM-DD` · datetime → milliseconds since 1970 UTC · duration (fixed) → milliseconds as Numeric ·
 * distance → metres as Numeric · geo → GeoPoint · list → array of values without nulls · object → the JSON object.
 */
export type Value = boolean | Numeric | Money | string | GeoPoint | readonly Value[] | { readonly [key: string]: unknown };

/** What an expression yields. */
export type Outcome<V extends Value = Value> = V | Unknown;
