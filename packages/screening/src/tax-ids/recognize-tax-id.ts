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

/** Returns whether the numbers of this country (ISO 3166-1 alpha-2) are known here. */
export const isTaxIdCountry = (country: string): country is TaxIdCountry => Object.hasOwn(kinds, country);

/** Returns the kind of a country's tax number that a text is, or `null` if it is not one. Punctuation and case are ignored. */
export function recognizeTaxId(text: string, country: TaxIdCountry): RecognizedTaxId | null {
  for (const { recognize } of kinds[country]) {
    const recognized = recognize(text);
    if (recognized) return recognized;
  }
  return null;
}

/** Length of the company part of a CNPJ, which precedes the four characters of the branch and the two check digits. */
const cnpjRootCharacters = 8;

/** Returns the part that the tax ids of all branches of a company share, or `null` if a country gives each company a single number. */
export function companyRootOfTaxId(text: string, country: string): string | null {
  const recognized = isTaxIdCountry(country) ? recognizeTaxId(text, country) : null;
  return recognized?.kind === 'cnpj' ? recognized.compact.slice(0, cnpjRootCharacters) : null;
}
