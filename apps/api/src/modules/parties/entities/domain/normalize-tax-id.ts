/** A number of Chile that is written with its country. */
const chilean = /^CL(?=\d{7,8}[\dK]$)/;

/** Letters and digits only, upper case: two spellings of one tax id are equal. Empty when it holds neither. */
export const normalizeTaxId = (taxId: string): string =>
  taxId
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replace(chilean, '');
