const lettersAndDigitsOnly: ReadonlySet<string> = new Set([
  'company_blocklist',
  'document_blocklist',
  'person_blocklist',
]);

const foldedKey = (text: string): string => text.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC');

/** What two spellings of one value have in common on a list of this type, addresses apart (language manual 1.9). */
export const listKey = (listType: string, text: string): string =>
  lettersAndDigitsOnly.has(listType) ? foldedKey(text).replace(/[^\p{L}\p{N}]/gu, '') : foldedKey(text);
