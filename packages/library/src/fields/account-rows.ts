import { entityAccountStatuses } from '../enumerations/entity-account-statuses.js';
import { entityAccountTypes } from '../enumerations/entity-account-types.js';
import { enumType, row, types, type FieldRow } from './field-builder.js';

/** Fields of an account of an entity, used without a prefix inside an aggregate over `accounts`. */
export const accountRows: readonly FieldRow[] = [
  row('id', types.code, 'internal id', { required: true }),
  row('externalAccountId', types.code, 'the caller’s own identifier'),
  row('accountType', enumType('account type', entityAccountTypes), 'kind of account', { required: true }),
  row('currency', types.currency, 'currency of the account', { required: true }),
  row('status', enumType('account status', entityAccountStatuses), 'where it stands', { required: true }),
  row('isPrimary', types.bool, 'the primary account of its currency', { required: true }),
  row('cbu', types.code, 'CBU'),
  row('cvu', types.code, 'CVU'),
  row('alias', types.name, 'alias'),
  row('iban', types.code, 'IBAN'),
  row('accountNumber', types.code, 'account number'),
  row('routingNumber', types.code, 'routing number'),
  row('bankCode', types.code, 'code of the bank'),
  row('branchCode', types.code, 'code of the branch'),
  row('bankName', types.name, 'name of the bank'),
  row('bic', types.code, 'BIC'),
  row('pixKey', types.code, 'Pix key'),
  row('pixKeyType', types.code, 'kind of Pix key'),
  row('clabe', types.code, 'CLABE'),
  row('walletAddress', types.code, 'address of a crypto wallet'),
  row('network', types.code, 'network of a crypto wallet'),
  row('countryCode', types.country, 'country of the account'),
  row('holderName', types.name, 'name of the holder'),
  row('holderTaxId', types.code, 'tax id of the holder'),
  row('openedAt', types.datetime, 'when it was opened'),
  row('closedAt', types.datetime, 'when it was closed'),
  row('metadata', types.object, 'the caller’s own data', { open: true }),
  row('createdAt', types.datetime, 'when it was created here', { required: true }),
  row('updatedAt', types.datetime, 'when it last changed', { required: true }),
];
