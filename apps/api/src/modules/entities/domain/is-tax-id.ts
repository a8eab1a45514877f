import { isTaxIdCountry, recognizeTaxId } from '@tamis/tax-ids';

/** Whether a country gives such tax ids. Countries whose numbers are not known here take any. */
export const isTaxId = (taxId: string, countryCode: string): boolean =>
  !isTaxIdCountry(countryCode) || recognizeTaxId(taxId, countryCode) !== null;
