/** How a card is funded. */
export const cardFundings = ['credit', 'debit', 'prepaid', 'unknown'] as const;

export type CardFunding = (typeof cardFundings)[number];
