import { iso31661Alpha3ToAlpha2 } from 'iso-3166';

/** ICAO 9303-3, section 5: codes of zones that ISO 3166-1 has in another way. */
const ofZones: Readonly<Record<string, string>> = {
  ...{ D: 'DE', RKS: 'XK' },
  ...{ GBD: 'GB', GBN: 'GB', GBO: 'GB', GBP: 'GB', GBS: 'GB' },
};

/** The code of two letters for one that a zone or barcode prints; null where no country has it. */
export const countryOfZone = (code: string): string | null => {
  if (Object.hasOwn(ofZones, code)) return ofZones[code]!;
  return Object.hasOwn(iso31661Alpha3ToAlpha2, code) ? iso31661Alpha3ToAlpha2[code]! : null;
};
