import { withoutPunctuation } from '@tamis/screening/tax-ids';

import { invalid, memberText } from '../../../../platform/http/index.js';
import type { AccountFields, NewAccount, RequestedAccountFields } from '../domain/entity-account.js';
import type { AccountBody, CreateAccountBody } from './account.bodies.js';

const texts = [
  'externalAccountId',
  'alias',
  'accountNumber',
  'routingNumber',
  'bankCode',
  'branchCode',
  'bankName',
  'bic',
  'pixKey',
  'pixKeyType',
  'walletAddress',
  'network',
  'holderName',
  'holderTaxId',
] as const;
const digits = ['cbu', 'cvu', 'clabe'] as const;
const capitals = ['iban', 'countryCode'] as const;
const moments = ['openedAt', 'closedAt'] as const;

const withoutSpaces = (text: string): string => text.replaceAll(/[\s-]/g, '');

/**
 * Returns the account fields of a validated body; `json` is its text. `null` clears an optional field, and leaves a required one unchanged.
 */
export function readAccountBody(body: AccountBody, json: string): RequestedAccountFields {
  const sent: Record<string, unknown> = {};
  const take = <Name extends keyof AccountFields & keyof AccountBody>(
    names: readonly Name[],
    read: (value: string) => unknown,
  ): void => {
    for (const name of names) {
      const value = body[name] as string | null | undefined;
      if (value !== undefined) sent[name] = value === null ? null : read(value);
    }
  };
  take(texts, (value) => value.trim());
  take(digits, withoutPunctuation);
  take(capitals, (value) => withoutSpaces(value).toUpperCase());
  take(moments, (value) => new Date(value));
  const { accountType, currency, status, isPrimary } = body;
  if (accountType != null) sent['accountType'] = accountType;
  if (currency != null) sent['currency'] = currency.toUpperCase();
  if (status != null) sent['status'] = status;
  if (isPrimary != null) sent['isPrimary'] = isPrimary;
  if (body.metadata !== undefined) sent['metadata'] = metadataOf(body.metadata, json);
  return sent;
}

function metadataOf(metadata: object | null, json: string): string {
  if (metadata === null) return '{}';
  if (Object.hasOwn(metadata, 'legacyAccountType')) {
    throw invalid({ 'metadata.legacyAccountType': 'legacyAccountType is set by the server and cannot be sent' });
  }
  return memberText(json, 'metadata')!;
}

/** Does the same for a new account. */
export function readNewAccount(body: CreateAccountBody, json: string): NewAccount {
  const { accountType, currency, ...sent } = readAccountBody(body, json);
  return { ...sent, accountType: accountType!, currency: currency! };
}
