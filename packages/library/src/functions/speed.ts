import { unknown, type GeoPoint } from '@tamis/lang';
import { asDecimal, compareNumeric, divideNumeric, type Numeric } from '@tamis/stdx';
import { declareFunction, numberType, signature } from '../declare.js';
import { typeMismatch, orOverflow } from '../semantics/failures.js';
import { metresBetween } from '../semantics/metres-between.js';
import { roundTo } from '../semantics/rounding.js';

/** Converts metres per millisecond to kilometres per hour. */
const kmPerHour = 3600;

export const speed = declareFunction({
  name: 'speed',
  form: 'speed(a, b, duration)',
  signatures: [
    signature('speed', ['geo', 'geo', 'duration'], {
      fixedLengths: [2],
      result: () => numberType,
      evaluate: ([a, b, duration], types) => {
        if (types[2]?.kind === 'duration' && types[2].calendar === true)
          return typeMismatch('a duration of fixed length');
        if (compareNumeric(duration as Numeric, 0) <= 0) return unknown({ cause: 'out_of_domain' });
        const metres = asDecimal(metresBetween(a as GeoPoint, b as GeoPoint)).times(kmPerHour);
        const exact = divideNumeric(metres, duration as Numeric);
        return exact === null ? orOverflow(null) : roundTo(exact, 3);
      },
    }),
  ],
  documentation:
    'How fast someone would have travelled from one place to another in that time, in km/h with 3 decimals. Unknown for a ' +
    'time of zero or less.',
  examples: [
    {
      text: 'speed(origin.attributes.home, transaction.location, 2h) > 430',
      result: 'true',
      given: {
        'origin.attributes.home': { lat: 48.8566, lng: 2.3522 },
        'transaction.locationDetails.latitude': 52.52,
        'transaction.locationDetails.longitude': 13.405,
      },
    },
    {
      text: 'speed(origin.attributes.home, origin.attributes.home, 0s)',
      result: 'unknown (out_of_domain)',
      given: { 'origin.attributes.home': { lat: 48.8566, lng: 2.3522 } },
    },
  ],
});
