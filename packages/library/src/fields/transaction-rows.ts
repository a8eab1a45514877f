import { accountTypes } from '../enumerations/account-types.js';
import { decisions } from '../enumerations/decisions.js';
import { entityTypes } from '../enumerations/entity-types.js';
import { paymentMethods } from '../enumerations/payment-methods.js';
import { transactionReasons } from '../enumerations/transaction-reasons.js';
import { transactionStatuses } from '../enumerations/transaction-statuses.js';
import { transactionTypes } from '../enumerations/transaction-types.js';
import { decimalFrom, location, moneyFrom } from './derived-values.js';
import { deviceDetailRows } from './device-rows.js';
import { enumType, row, rowsBelow, types, type FieldRow } from './field-builder.js';

/** Details of a party as sent with the transaction, regardless of the linked entity. */
const sentPartyRows = (side: 'origin' | 'destination', party: string): readonly FieldRow[] => [
  row(`${side}ExternalId`, types.code, `the caller’s id of the ${party}, as it was sent`),
  row(`${side}TaxId`, types.code, `tax id of the ${party}, as it was sent`),
  row(`${side}Name`, types.name, `name of the ${party}, as it was sent`),
  row(`${side}Country`, types.country, `country of the ${party}, as it was sent`),
];

/** Fields of a transaction: below `transaction`, or without a prefix inside an aggregate. */
export const transactionRows: readonly FieldRow[] = [
  row('id', types.code, 'internal id', { required: true }),
  row('externalId', types.code, 'the caller’s own identifier', { required: true }),
  row('type', enumType('transaction type', transactionTypes), 'kind of transaction', { required: true }),
  row('status', enumType('transaction status', transactionStatuses), 'status', { required: true }),
  row('paymentMethod', enumType('payment method', paymentMethods), 'how it is paid'),
  row('reason', enumType('reason', transactionReasons), 'reason of the status', { required: true }),
  row('channel', types.name, 'channel, free text'),
  row('amount', types.money, 'amount with its currency', {
    required: true,
    derived: moneyFrom(['amount'], ['currency']),
  }),
  row('currency', types.currency, 'currency of the amount', { required: true }),
  row('amountInUsd', types.number, 'amount in US dollars at the rate of its day, a plain number', {
    derived: decimalFrom(['amountInUsd']),
  }),
  row('description', types.name, 'description'),
  row('category', types.name, 'category, free text'),
  ...sentPartyRows('origin', 'sender'),
  ...sentPartyRows('destination', 'receiver'),
  row('riskScore', types.number, 'score of the last evaluation, 0 to 100'),
  row('decision', enumType('decision', decisions), 'decision of the last evaluation'),
  row('flagged', types.bool, 'has a suggestion or an open alert'),
  row('riskMatrixIds', types.codes, 'matrices of the last evaluation'),
  row('lastEvaluationId', types.code, 'the last evaluation'),
  row('ruleSetVersion', types.code, 'rule set of the last evaluation'),
  row('lastRiskEvaluationAt', types.datetime, 'when it was last evaluated'),
  row('batchJobId', types.code, 'the import it came with'),
  row('transactedAt', types.datetime, 'when it took place', { required: true }),
  row('createdAt', types.datetime, 'when it arrived', { required: true }),
  row('updatedAt', types.datetime, 'when it last changed', { required: true }),
  row('metadata', types.object, 'the caller’s own data', { open: true }),
  row('locationDetails', types.object, 'where it took place', { open: true }),
  row('locationDetails.country', types.country, 'country'),
  row('locationDetails.city', types.name, 'city'),
  row('locationDetails.region', types.name, 'region'),
  row('locationDetails.latitude', types.number, 'latitude, degrees'),
  row('locationDetails.longitude', types.number, 'longitude, degrees'),
  row('locationDetails.timezone', types.code, 'IANA time zone'),
  row('location', types.geo, 'place of the transaction, else of the device', { derived: location }),
  row('deviceDetails', types.object, 'device used', { open: true }),
  ...rowsBelow('deviceDetails', deviceDetailRows),
];

/** Details of one of the parties of a transaction, below `originAccount` and `destinationAccount`. */
export const partyRows: readonly FieldRow[] = [
  row('entityId', types.code, 'id of the linked entity'),
  row('type', enumType('entity type', entityTypes), 'person or company'),
  row('riskScore', types.number, 'risk score of the party, 0 to 100'),
  row('externalId', types.code, 'the caller’s id of the party'),
  row('name', types.name, 'name of the party'),
  row('country', types.country, 'country of the party'),
  row('taxId', types.code, 'tax id of the party'),
  row('details', types.object, 'account of the party', { open: true }),
  row('details.accountNumber', types.code, 'account number'),
  row('details.accountType', enumType('account type', accountTypes), 'kind of account'),
  row('details.bankCode', types.code, 'code of the bank'),
  row('details.bankName', types.name, 'name of the bank'),
  row('details.taxId', types.code, 'tax id of the holder'),
  row('details.governmentAccount', types.bool, 'account of a public body'),
  row('details.cbu', types.code, 'CBU'),
  row('details.cvu', types.code, 'CVU'),
  row('details.iban', types.code, 'IBAN'),
  row('details.alias', types.name, 'alias'),
  row('details.pixKey', types.code, 'Pix key'),
  row('details.cardFingerprint', types.code, 'fingerprint of the card'),
  row('details.bin', types.code, 'first digits of the card'),
  row('details.last4', types.code, 'last digits of the card'),
  row('details.walletAddress', types.code, 'wallet address'),
  row('details.mcc', types.code, 'merchant category code'),
];
