/** Account types in party details. */
export const accountTypes = ['checking', 'savings', 'business', 'personal'] as const;

export type AccountType = (typeof accountTypes)[number];
