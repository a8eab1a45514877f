/** Pairs without a rate of their own go through it. */
export const referenceCurrency = 'USD';
