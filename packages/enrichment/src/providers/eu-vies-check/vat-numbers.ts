/** Format of the VAT numbers of each member state, after the prefix. */
const forms: Readonly<Record<string, string>> = {
  AT: 'U\\d{8}',
  BE: '[01]\\d{9}',
  BG: '\\d{9,10}',
  CY: '\\d{8}[A-Z]',
  CZ: '\\d{8,10}',
  DE: '\\d{9}',
  DK: '\\d{8}',
  EE: '\\d{9}',
  ES: '[A-Z0-9]\\d{7}[A-Z0-9]',
  FI: '\\d{8}',
  FR: '[A-Z0-9]{2}\\d{9}',
  GR: '\\d{9}',
  HR: '\\d{11}',
  HU: '\\d{8}',
  IE: '\\d[A-Z0-9]?\\d{5}[A-Z]{1,2}',
  IT: '\\d{11}',
  LT: '(?:\\d{9}|\\d{12})',
  LU: '\\d{8}',
  LV: '\\d{11}',
  MT: '\\d{8}',
  NL: '\\d{9}B\\d{2}',
  PL: '\\d{10}',
  PT: '\\d{9}',
  RO: '\\d{2,10}',
  SE: '\\d{12}',
  SI: '\\d{8}',
  SK: '\\d{10}',
};

const prefixes: Readonly<Record<string, string>> = { GR: 'EL', GB: 'XI' };

/** Returns the prefix that the source uses for a country. */
export const vatPrefix = (country: string): string => prefixes[country] ?? country;

/**
 * Formats by country. For Great Britain only the numbers of Northern Ireland remain, and only their prefix distinguishes them from others.
 */
export const vatForms: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    Object.entries(forms).map(([country, form]) => [
      country,
      new RegExp(`^(?:${country}|${vatPrefix(country)})?${form}$`),
    ]),
  ),
  GB: /^XI(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
};
