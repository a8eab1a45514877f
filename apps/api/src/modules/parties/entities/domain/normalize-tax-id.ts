import { isSharedTaxId, isTaxIdCountry, recognizeTaxId } from '@tamis/screening/tax-ids';

/** A number of Chile that is written with its country. */
const chilean = /^CL(?=\d{7,8}[\dK]$)/;

/** Letters and digits only, upper case: two spellings of one tax id are equal. Empty when it holds neither. */
export const normalizeTaxId = (taxId: string): string =>
  taxId
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replace(chilean, '');

/** What an entity alone has and is found by; null where there is none, and for a number that many have or that stands for none. */
export function taxIdKey(taxId: string | null | undefined): string | null {
  const normalized = taxId == null ? null : normalizeTaxId(taxId);
  return normalized === null || isSharedTaxId(normalized) ? null : normalized;
}

/**
 * Whether a country gives such tax ids; countries whose numbers are not known here take any. The number that was recognized must be
 * the one that is looked for later: digits of another script would make a second tax id of it.
 */
export function isTaxId(taxId: string, countryCode: string): boolean {
  if (!isTaxIdCountry(countryCode)) return true;
  const recognized = recognizeTaxId(taxId, countryCode);
  return recognized !== null && normalizeTaxId(recognized.compact) === normalizeTaxId(taxId);
}
