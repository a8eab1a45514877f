/** A number without punctuation and case: spellings that differ in these name the same account. */
export const bareNumber = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
