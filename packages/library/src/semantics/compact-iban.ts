/** Returns an IBAN in compact form. Only spaces and hyphens count as punctuation. */
export const compactIban = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();
