/** A number without punctuation and case: spellings that differ in these name the same account. */
export const normalizeAccountNumber = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Shows that there is a number, and which. */
export const maskAccountNumber = (number: string): string => `****${number.length > 4 ? number.slice(-4) : ''}`;
