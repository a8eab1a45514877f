/** Pairs without a rate of their own are converted through it. */
export const referenceCurrency = 'USD';
