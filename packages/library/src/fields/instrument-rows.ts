import { cardFundings } from '../enumerations/card-fundings.js';
import { instrumentTypes } from '../enumerations/instrument-types.js';
import { enumType, row, types, type FieldRow } from './field-builder.js';

/** The payment method linked to a transaction, below `instrument`. */
export const instrumentRows: readonly FieldRow[] = [
  row('type', enumType('payment method type', instrumentTypes), 'kind of payment method'),
  row('last4', types.code, 'last four digits'),
  row('brand', types.name, 'brand of the card'),
  row('expiryMonth', types.code, 'month of expiry, two digits'),
  row('expiryYear', types.code, 'year of expiry'),
  row('holderName', types.name, 'name of the holder'),
  row('issuerCountry', types.country, 'country of the issuer'),
  row('bin', types.code, 'first six digits'),
  row('fingerprint', types.code, 'fingerprint of the card'),
  row('funding', enumType('card funding', cardFundings), 'how the card is funded'),
  row('accountNumber', types.code, 'account number'),
  row('accountType', types.code, 'kind of account'),
  row('bank', types.name, 'bank'),
  row('currency', types.currency, 'currency'),
  row('routingNumber', types.code, 'routing number'),
  row('provider', types.code, 'provider of the wallet'),
  row('email', types.name, 'email address of the wallet'),
  row('address', types.code, 'address of a crypto wallet'),
  row('network', types.code, 'network of a crypto wallet'),
  row('pixKey', types.code, 'Pix key'),
  row('pixKeyType', types.code, 'kind of Pix key'),
  row('createdAt', types.datetime, 'when it was created here'),
  row('metadata', types.object, 'the caller’s own data', { open: true }),
];
