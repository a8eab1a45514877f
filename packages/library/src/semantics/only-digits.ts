/** Returns the digits 0 to 9 of a text, in order. */
export const onlyDigits = (text: string): string => text.replace(/[^0-9]/g, '');
