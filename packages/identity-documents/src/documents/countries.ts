import { iso31661Alpha3ToAlpha2 } from 'iso-3166';

/** ICAO 9303-3, section 5: codes of machine-readable zones that differ from ISO 3166-1. */
const ofZones: Readonly<Record<string, string>> = {
  ...{ D: 'DE', RKS: 'XK' },
  ...{ GBD: 'GB', GBN: 'GB', GBO: 'GB', GBP: 'GB', GBS: 'GB' },
};

/** Returns the two-letter code for one printed in a zone or barcode, or `null` if it does not belong to a country. */
export const countryOfZone = (code: string): string | null => {
  if (Object.hasOwn(ofZones, code)) return ofZones[code]!;
  return Object.hasOwn(iso31661Alpha3ToAlpha2, code) ? iso31661Alpha3ToAlpha2[code]! : null;
};
