import { isTaxIdCountry, recognizeTaxId } from '@tamis/screening/tax-ids';

import { normalizeTaxId } from './normalize-tax-id.js';

/**
 * Whether a country gives such tax ids; countries whose numbers are not known here take any. The number that was recognized must be
 * the one that is looked for later: digits of another script would make a second tax id of it.
 */
export function isTaxId(taxId: string, countryCode: string): boolean {
  if (!isTaxIdCountry(countryCode)) return true;
  const recognized = recognizeTaxId(taxId, countryCode);
  return recognized !== null && normalizeTaxId(recognized.compact) === normalizeTaxId(taxId);
}
