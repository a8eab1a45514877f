import { maskedNumber } from '../../../platform/secrets/index.js';

export const paymentMethodTypes = [
  'credit_card',
  'debit_card',
  'bank_account',
  'digital_wallet',
  'crypto_wallet',
  'pix',
] as const;
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

export const fundings = ['credit', 'debit', 'prepaid', 'unknown'] as const;
export const bankAccountTypes = ['checking', 'savings', 'business'] as const;
export const pixKeyTypes = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;
export type PixKeyType = (typeof pixKeyTypes)[number];

/** `entityData.paymentMethod`, of which nothing but these members is ever kept: no card number, no security code. */
export interface PaymentMethodData {
  readonly type: PaymentMethodType;
  readonly brand?: string;
  readonly last4?: string;
  readonly provider?: string;
  readonly bank?: string;
  readonly network?: string;
  readonly issuerCountry?: string;
  /** In full when it is sent; stored in the record without all but its last four. */
  readonly accountNumber?: string;
}

/** The data as the record holds it. */
export const maskedData = <T extends PaymentMethodData>(data: T): T =>
  data.accountNumber === undefined ? data : { ...data, accountNumber: maskedNumber(data.accountNumber) };

/** What people call it: `visa ****4242` */
export function paymentMethodName(data: PaymentMethodData): string {
  const kind = data.brand ?? data.provider ?? data.bank ?? data.network ?? data.type;
  if (data.last4 !== undefined) return `${kind} ****${data.last4}`;
  return data.accountNumber === undefined ? kind : `${kind} ${maskedNumber(data.accountNumber)}`;
}
