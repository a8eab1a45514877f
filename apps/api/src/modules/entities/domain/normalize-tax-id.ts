/** Letters and digits only, upper case: two spellings of one tax id are equal. Empty when it holds neither. */
export const normalizeTaxId = (taxId: string): string =>
  taxId
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
