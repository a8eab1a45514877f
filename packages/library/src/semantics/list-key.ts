const lettersAndDigitsOnly: ReadonlySet<string> = new Set([
  'company_blocklist',
  'document_blocklist',
  'person_blocklist',
]);

const foldedKey = (text: string): string => text.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC');

/** Returns the key that different spellings of a value share on a list of this type, except addresses (language manual 1.9). */
export const listKey = (listType: string, text: string): string =>
  lettersAndDigitsOnly.has(listType) ? foldedKey(text).replace(/[^\p{L}\p{N}]/gu, '') : foldedKey(text);
