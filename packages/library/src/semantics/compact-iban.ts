/** An IBAN as computers write it. Only spaces and hyphens are punctuation. */
export const compactIban = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();
