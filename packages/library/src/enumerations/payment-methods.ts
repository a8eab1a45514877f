/** How a transaction is paid. */
export const paymentMethods = [
  'CARD', 'ACH', 'PIX', 'TED', 'BOLETO', 'WALLET', 'SWIFT', 'IBAN', 'CBU', 'CVU', 'DEBIN',
  'GENERIC_BANK_ACCOUNT', 'MPESA', 'UPI', 'CHECK', 'ECHECK', 'QR_CODE', 'ONLINE_PAYMENT', 'WITHDRAWAL_ORDER',
  'CRYPTO', 'CASH', 'SEPA', 'SPEI', 'PSE', 'WIRE', 'OTHER',
] as const;

export type PaymentMethod = (typeof paymentMethods)[number];
