import { declareOperator } from '../declare.js';
import { withinDistanceSignatures } from '../semantics/within-distance-signatures.js';

export const notWithinDistance = declareOperator({
  name: 'not_within_distance',
  form: 'a is not within 50 km of b',
  signatures: withinDistanceSignatures('not_within_distance', false),
  documentation: 'Two places are farther apart than that.',
  examples: [
    {
      text: 'transaction.location is not within 880 km of origin.attributes.home',
      result: 'false',
      given: {
        'origin.attributes.home': { lat: 48.8566, lng: 2.3522 },
        'transaction.locationDetails.latitude': 52.52,
        'transaction.locationDetails.longitude': 13.405,
      },
    },
    {
      text: 'transaction.location is not within 500 mi of origin.attributes.home',
      result: 'true',
      given: {
        'origin.attributes.home': { lat: 48.8566, lng: 2.3522 },
        'transaction.locationDetails.latitude': 52.52,
        'transaction.locationDetails.longitude': 13.405,
      },
    },
  ],
});
