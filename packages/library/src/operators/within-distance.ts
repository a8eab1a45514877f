import { declareOperator } from '../declare.js';
import { withinDistanceSignatures } from '../semantics/within-distance-signatures.js';

export const withinDistance = declareOperator({
  name: 'within_distance',
  form: 'a is within 50 km of b',
  signatures: withinDistanceSignatures('within_distance', true),
  documentation: 'Two places are at most so far apart.',
  examples: [
    {
      text: 'transaction.location is within 880 km of origin.attributes.home',
      result: 'true',
      given: {
        'origin.attributes.home': { lat: 48.8566, lng: 2.3522 },
        'transaction.locationDetails.latitude': 52.52,
        'transaction.locationDetails.longitude': 13.405,
      },
    },
    {
      text: 'transaction.location is within 500 mi of origin.attributes.home',
      result: 'false',
      given: {
        'origin.attributes.home': { lat: 48.8566, lng: 2.3522 },
        'transaction.locationDetails.latitude': 52.52,
        'transaction.locationDetails.longitude': 13.405,
      },
    },
  ],
});
