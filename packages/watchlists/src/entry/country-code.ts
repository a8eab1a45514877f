import { countryNames } from './country-names.js';

/** Normalizes a country name: lists differ in punctuation, articles and `and`, and some append a code or a remark in brackets. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}|[’'.]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z]+/g, ' ')
    .replaceAll(/^ ?the | $|^ /g, '');

/** Codes that are no longer in use or do not belong to a country. */
const otherCodes: Readonly<Record<string, string>> = {
  UK: 'GB',
  SU: 'RU',
  CS: 'RS',
  YU: 'RS',
  EL: 'GR',
  ZR: 'CD',
  TP: 'TL',
};

const codes: ReadonlyMap<string, string> = new Map(
  Object.entries(countryNames).flatMap(([code, names]) =>
    names.split('; ').map((name) => [folded(name), code] as const),
  ),
);

/** Maximum length of a country name with the additions of lists, in characters. */
const longestName = 100;

/** Returns the ISO 3166 code for the code or English name of a country, or `null` if it is unknown. */
export function countryCode(text: string): string | null {
  if (text.length > longestName) return null;
  const short = text.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(short))
    return short in countryNames ? short : (otherCodes[short] ?? codes.get(folded(text)) ?? null);
  const key = folded(text);
  return codes.get(key) ?? codes.get(folded(text.replaceAll(/\([^)]*\)/g, ''))) ?? null;
}
