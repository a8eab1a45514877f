import type { GeoPoint } from '@tamis/lang';

/** The mean radius of the Earth in metres. */
const earthRadiusM = 6_371_008.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the great-circle distance on a sphere in whole metres. */
export function metresBetween(a: GeoPoint, b: GeoPoint): number {
  const halfLat = Math.sin(radians(b.lat - a.lat) / 2);
  const halfLng = Math.sin(radians(b.lng - a.lng) / 2);
  const chord = halfLat * halfLat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * halfLng * halfLng;
  return Math.round(2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(chord))));
}
