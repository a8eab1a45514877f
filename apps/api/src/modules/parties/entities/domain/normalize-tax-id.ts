import { isSharedTaxId, isTaxIdCountry, recognizeTaxId } from '@tamis/screening/tax-ids';

/** A Chilean number that is written with its country. */
const chilean = /^CL(?=\d{7,8}[\dK]$)/;

/**
 * Keeps only letters and digits, in upper case, so that different spellings of one tax id are equal. Returns an empty string if there are
 * none.
 */
export const normalizeTaxId = (taxId: string): string =>
  taxId
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replace(chilean, '');

/**
 * Returns the key that is unique to an entity and by which it is found; `null` if there is no tax id, or if it is shared by many or a
 * placeholder.
 */
export function taxIdKey(taxId: string | null | undefined): string | null {
  const normalized = taxId == null ? null : normalizeTaxId(taxId);
  return normalized === null || isSharedTaxId(normalized) ? null : normalized;
}

/**
 * Whether a country issues such tax ids; countries whose formats are not known here accept any. The recognized number must be the one that
 * is later searched for: digits of another script would make it a second tax id.
 */
export function isTaxId(taxId: string, countryCode: string): boolean {
  if (!isTaxIdCountry(countryCode)) return true;
  const recognized = recognizeTaxId(taxId, countryCode);
  return recognized !== null && normalizeTaxId(recognized.compact) === normalizeTaxId(taxId);
}
