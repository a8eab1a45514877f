import { argentina, brazil, chile, colombia, mexico, unitedStates } from './countries.js';

import type { RecognizedTaxId, TaxIdKind } from './tax-id-kind.js';

export const taxIdCountries = ['AR', 'BR', 'CL', 'CO', 'MX', 'US'] as const;
export type TaxIdCountry = (typeof taxIdCountries)[number];

const kinds: Readonly<Record<TaxIdCountry, readonly TaxIdKind[]>> = {
  AR: argentina,
  BR: brazil,
  CL: chile,
  CO: colombia,
  MX: mexico,
  US: unitedStates,
};

/** Are the numbers of this country (ISO 3166-1 alpha-2) known here? */
export const isTaxIdCountry = (country: string): country is TaxIdCountry => Object.hasOwn(kinds, country);

/** What kind of tax number of a country a text is; null when it is none. Punctuation and case do not matter. */
export function recognizeTaxId(text: string, country: TaxIdCountry): RecognizedTaxId | null {
  for (const { recognize } of kinds[country]) {
    const recognized = recognize(text);
    if (recognized) return recognized;
  }
  return null;
}

/** Of a CNPJ: the company, before the four characters of its branch and the two check digits. */
const cnpjRootCharacters = 8;

/** What the tax ids of all branches of one company share; null where a country gives each company one number. */
export function companyRootOfTaxId(text: string, country: string): string | null {
  const recognized = isTaxIdCountry(country) ? recognizeTaxId(text, country) : null;
  return recognized?.kind === 'cnpj' ? recognized.compact.slice(0, cnpjRootCharacters) : null;
}
