import type { AccountStatus, AccountType, PixKeyType } from './account-enumerations.js';

/** The fields of an account that a caller sets. */
export interface AccountFields {
  readonly externalAccountId: string | null;
  readonly accountType: AccountType;
  /** An ISO 4217 code in upper case. */
  readonly currency: string;
  readonly status: AccountStatus;
  readonly isPrimary: boolean;
  readonly cbu: string | null;
  readonly cvu: string | null;
  readonly alias: string | null;
  readonly iban: string | null;
  readonly accountNumber: string | null;
  readonly routingNumber: string | null;
  readonly bankCode: string | null;
  readonly branchCode: string | null;
  readonly bankName: string | null;
  readonly bic: string | null;
  readonly pixKey: string | null;
  readonly pixKeyType: PixKeyType | null;
  readonly clabe: string | null;
  readonly walletAddress: string | null;
  readonly network: string | null;
  readonly countryCode: string | null;
  readonly holderName: string | null;
  readonly holderTaxId: string | null;
  readonly openedAt: Date | null;
  readonly closedAt: Date | null;
  /** The JSON text of an object, as it was sent. */
  readonly metadata: string;
}

/** The fields that a request contains. */
export type RequestedAccountFields = Partial<AccountFields>;

/** The fields of an account to be created. */
export type NewAccount = RequestedAccountFields & Pick<AccountFields, 'accountType' | 'currency'>;

/** An account as it is returned. `Json` is the form in which the caller's own JSON is held. */
export interface EntityAccount<Json> extends Omit<AccountFields, 'metadata' | 'openedAt' | 'closedAt'> {
  readonly id: string;
  readonly entityId: string;
  readonly organizationId: string;
  readonly openedAt: string | null;
  readonly closedAt: string | null;
  readonly metadata: Json;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
}

/** The initial values of a new account for omitted fields. */
export const newAccountFields = {
  externalAccountId: null,
  status: 'active',
  isPrimary: false,
  cbu: null,
  cvu: null,
  alias: null,
  iban: null,
  accountNumber: null,
  routingNumber: null,
  bankCode: null,
  branchCode: null,
  bankName: null,
  bic: null,
  pixKey: null,
  pixKeyType: null,
  clabe: null,
  walletAddress: null,
  network: null,
  countryCode: null,
  holderName: null,
  holderTaxId: null,
  openedAt: null,
  closedAt: null,
  metadata: '{}',
} as const satisfies Partial<AccountFields>;
