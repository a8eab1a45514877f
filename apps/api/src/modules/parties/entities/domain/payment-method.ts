import type { InstrumentType } from '@tamis/library';

import { maskAccountNumber } from '../../../../platform/secrets/index.js';
import type { DeclaredRelationship } from './declared-relationship.js';

export interface NewPaymentMethod {
  readonly data: PaymentMethodData;
  /** JSON text. */
  readonly metadata: string | null;
  readonly relationships: readonly DeclaredRelationship[];
}

export {
  cardFundings as fundings,
  type InstrumentType as PaymentMethodType,
  instrumentTypes as paymentMethodTypes,
  type PixKeyType,
  pixKeyTypes,
} from '@tamis/library';

export const bankAccountTypes = ['checking', 'savings', 'business'] as const;

/** `entityData.paymentMethod`, of which nothing but these members is ever kept: no card number, no security code. */
export interface PaymentMethodData {
  readonly type: InstrumentType;
  readonly brand?: string;
  readonly last4?: string;
  readonly provider?: string;
  readonly bank?: string;
  readonly network?: string;
  readonly issuerCountry?: string;
  /** In full when it is sent; stored in the record without all but its last four. */
  readonly accountNumber?: string;
}

/** What people call it: `visa ****4242` */
export function paymentMethodName(data: PaymentMethodData): string {
  const kind = data.brand ?? data.provider ?? data.bank ?? data.network ?? data.type;
  if (data.last4 !== undefined) return `${kind} ****${data.last4}`;
  return data.accountNumber === undefined ? kind : `${kind} ${maskAccountNumber(data.accountNumber)}`;
}
