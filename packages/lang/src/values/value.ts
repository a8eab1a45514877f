import type { Money, Numeric } from '@tamis/stdx';
import type { Unknown } from './unknown.js';

/** Latitude and longitude in degrees, WGS84. */
export interface GeoPoint {
  readonly lat: number;
  readonly lng: number;
}

/**
 * A value at evaluation time, by static type: bool → boolean · number, percent → Numeric · money → Money · text, enum, country, currency,
 * ip, entity → string · date → `YYYY-MM-DD` · datetime → milliseconds since 1970 UTC · duration → milliseconds (fixed) or months (calendar)
 * as Numeric · distance → metres as Numeric · geo → GeoPoint · object → the JSON object · any → the JSON value as it is · list → array
 * without nulls, in which an element that is not known or does not fit is represented by its `Unknown`: a match with another element is
 * still true.
 */
export type Value =
  | boolean
  | Numeric
  | Money
  | string
  | GeoPoint
  | readonly (Value | Unknown)[]
  | { readonly [key: string]: unknown };

/** Result of an expression. */
export type Outcome<V extends Value = Value> = V | Unknown;
