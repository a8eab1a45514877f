import { countryNames } from './country-names.js';

/** Lists differ in signs, articles and `and`, and some append a code or a remark in brackets. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}|[’'.]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z]+/g, ' ')
    .replaceAll(/^ ?the | $|^ /g, '');

/** Codes that no country has any more, or that are no country's. */
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

/** Characters of a name of a country with what lists write behind it. */
const longestName = 100;

/** The ISO 3166 code of a country by its code or English name. Null: unknown. */
export function countryCode(text: string): string | null {
  if (text.length > longestName) return null;
  const short = text.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(short))
    return short in countryNames ? short : (otherCodes[short] ?? codes.get(folded(text)) ?? null);
  const key = folded(text);
  return codes.get(key) ?? codes.get(folded(text.replaceAll(/\([^)]*\)/g, ''))) ?? null;
}
