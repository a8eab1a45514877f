import type { GeoPoint } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';
import { metresBetween } from '../semantics/metres-between.js';

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
    {
      text: 'distance(origin.attributes.home, transaction.location) > 870 km',
      result: 'unknown (missing)',
      given: { 'origin.attributes.home': { lat: 48.8566, lng: 2.3522 } },
    },
  ],
});
