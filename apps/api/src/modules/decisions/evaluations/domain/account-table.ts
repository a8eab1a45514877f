import { isoText, jsonColumn, plainAs, type RecordTable } from './record-table.js';

/**
 * SQL expressions for the fields of an account. The number is encrypted and left out, because facts read by rules are stored as they are.
 */
export const accountColumns: Readonly<Record<string, string>> = {
  id: 'r.id',
  externalAccountId: 'r.external_account_id',
  accountType: 'r.account_type',
  currency: 'r.currency',
  status: 'r.status',
  isPrimary: 'r.is_primary',
  cbu: 'r.cbu',
  cvu: 'r.cvu',
  alias: 'r.alias',
  iban: 'r.iban',
  routingNumber: 'r.routing_number',
  bankCode: 'r.bank_code',
  branchCode: 'r.branch_code',
  bankName: 'r.bank_name',
  bic: 'r.bic',
  pixKey: 'r.pix_key',
  pixKeyType: 'r.pix_key_type',
  clabe: 'r.clabe',
  walletAddress: 'r.wallet_address',
  network: 'r.network',
  countryCode: 'r.country_code',
  holderName: 'r.holder_name',
  holderTaxId: 'r.holder_tax_id',
  openedAt: isoText('r.opened_at'),
  closedAt: isoText('r.closed_at'),
  metadata: 'r.metadata',
  createdAt: isoText('r.created_at'),
  updatedAt: isoText('r.updated_at'),
};

/** Accounts that are not deleted. */
export const accountTable: RecordTable = {
  table: 'entity_accounts r',
  entities: '',
  time: null,
  arrival: 'r.id',
  only: 'r.deleted_at is null',
  plain: {
    ...plainAs('uuid', { entityId: 'r.entity_id' }),
    ...plainAs('text', { accountType: 'r.account_type', currency: 'r.currency', status: 'r.status' }),
    ...plainAs('boolean', { isPrimary: 'r.is_primary' }),
  },
  column: ([first, ...rest]) => {
    if (first === 'metadata') return jsonColumn('r.metadata', rest);
    const sql = first === undefined || rest.length > 0 ? undefined : accountColumns[first];
    return sql === undefined ? null : { sql };
  },
  needsEntities: () => false,
};
