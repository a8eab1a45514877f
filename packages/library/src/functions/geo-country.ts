import type { GeoPoint } from '@tamis/lang';
import { declareFunction } from '../declare.js';
import { referenceSignature } from '../semantics/reference-signature.js';

export const geoCountry = declareFunction({
  name: 'geoCountry',
  form: 'geoCountry(place)',
  signatures: [
    referenceSignature('geoCountry', 'geo', { kind: 'country' }, (place) => {
      const { lat, lng } = place as GeoPoint;
      return `${String(lat)},${String(lng)}`;
    }),
  ],
  cost: 'c2',
  documentation: 'The country a place lies in. Unknown (`not_in_data`) at sea.',
  examples: [
    {
      text: 'geoCountry(transaction.location)',
      result: '"AR"',
      given: { 'transaction.locationDetails.latitude': -34.6, 'transaction.locationDetails.longitude': -58.4 },
      data: { reference: { geoCountry: { '-34.6,-58.4': 'AR' } } },
    },
    {
      text: 'geoCountry(transaction.location)',
      result: 'unknown (not_in_data)',
      given: { 'transaction.locationDetails.latitude': 0, 'transaction.locationDetails.longitude': 0 },
      data: { reference: { geoCountry: {} } },
    },
  ],
});
