import { maskAccountNumber } from '../../../../platform/secrets/index.js';
import type { EntityAccount } from './entity-account.js';
import type { StoredAccount } from './stored-account.js';

/** Determines how an account is shown. */
export interface AccountViewOptions<Json> {
  /** Whether the account number is shown in full. */
  readonly inFull: boolean;
  /** Converts the text of the metadata. */
  readonly read: (json: string) => Json;
}

/** Returns an account as it is shown in responses. */
export function accountView<Json>(
  account: StoredAccount,
  { inFull, read }: AccountViewOptions<Json>,
): EntityAccount<Json> {
  const number = account.accountNumber;
  return {
    id: account.id,
    entityId: account.entityId,
    organizationId: account.organizationId,
    externalAccountId: account.externalAccountId,
    accountType: account.accountType,
    currency: account.currency,
    status: account.status,
    isPrimary: account.isPrimary,
    cbu: account.cbu,
    cvu: account.cvu,
    alias: account.alias,
    iban: account.iban,
    accountNumber: number === null || inFull ? number : maskAccountNumber(number),
    routingNumber: account.routingNumber,
    bankCode: account.bankCode,
    branchCode: account.branchCode,
    bankName: account.bankName,
    bic: account.bic,
    pixKey: account.pixKey,
    pixKeyType: account.pixKeyType,
    clabe: account.clabe,
    walletAddress: account.walletAddress,
    network: account.network,
    countryCode: account.countryCode,
    holderName: account.holderName,
    holderTaxId: account.holderTaxId,
    openedAt: account.openedAt?.toISOString() ?? null,
    closedAt: account.closedAt?.toISOString() ?? null,
    metadata: read(metadataText(account)),
    createdAt: account.createdAt.toISOString(),
    updatedAt: account.updatedAt.toISOString(),
    deletedAt: account.deletedAt?.toISOString() ?? null,
  };
}

/** Returns the metadata as it was sent, followed by the former account type. */
function metadataText({ metadata, legacyAccountType }: StoredAccount): string {
  if (legacyAccountType === null) return metadata;
  const open = metadata.trimEnd().slice(0, -1).trimEnd();
  return `${open}${open === '{' ? '' : ','}"legacyAccountType":${JSON.stringify(legacyAccountType)}}`;
}
