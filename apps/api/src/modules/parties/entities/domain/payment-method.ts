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

/** The data in `entityData.paymentMethod`; only these fields are ever stored, so no card number and no security code. */
export interface PaymentMethodData {
  readonly type: InstrumentType;
  readonly brand?: string;
  readonly last4?: string;
  readonly provider?: string;
  readonly bank?: string;
  readonly network?: string;
  readonly issuerCountry?: string;
  /** Complete in the request; only its last four digits are stored in the record. */
  readonly accountNumber?: string;
}

/** Returns the usual name: `visa ****4242`. */
export function paymentMethodName(data: PaymentMethodData): string {
  const kind = data.brand ?? data.provider ?? data.bank ?? data.network ?? data.type;
  if (data.last4 !== undefined) return `${kind} ****${data.last4}`;
  return data.accountNumber === undefined ? kind : `${kind} ${maskAccountNumber(data.accountNumber)}`;
}
