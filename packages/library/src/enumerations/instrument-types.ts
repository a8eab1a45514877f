/** Kinds of payment method an entity can own. */
export const instrumentTypes = [
  'credit_card',
  'debit_card',
  'bank_account',
  'digital_wallet',
  'crypto_wallet',
  'pix',
] as const;

export type InstrumentType = (typeof instrumentTypes)[number];
