import type { GeoPoint } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';

/** Mean radius of the Earth, metres. */
const earthRadiusM = 6_371_008.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great circle on a sphere, whole metres. */
function metresBetween(a: GeoPoint, b: GeoPoint): number {
  const halfLat = Math.sin(radians(b.lat - a.lat) / 2);
  const halfLng = Math.sin(radians(b.lng - a.lng) / 2);
  const chord = halfLat * halfLat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * halfLng * halfLng;
  return Math.round(2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(chord))));
}

export const distance = declareFunction({
  name: 'distance',
  form: 'distance(a, b)',
  signatures: [
    signature('distance', ['geo', 'geo'], {
      result: () => ({ kind: 'distance' }),
      evaluate: ([a, b]) => metresBetween(a as GeoPoint, b as GeoPoint),
    }),
  ],
  documentation: 'Great-circle distance between two places, on a sphere of radius 6,371.0088 km, in whole metres.',
  examples: [
    {
      text: 'distance(origin.attributes.home, transaction.location) > 880 km',
      result: 'false',
      given: {
        'origin.attributes.home': { lat: 48.8566, lng: 2.3522 },
        'transaction.locationDetails.latitude': 52.52,
        'transaction.locationDetails.longitude': 13.405,
      },
    },
  ],
});
