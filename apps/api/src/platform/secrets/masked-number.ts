/** Shows that there is a number, and which. */
export const maskedNumber = (number: string): string => `****${number.length > 4 ? number.slice(-4) : ''}`;
