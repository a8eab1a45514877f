import { normalizeAccountNumber } from '../../../../platform/secrets/index.js';
import type { AccountFields } from './entity-account.js';

/** The fields that distinguish the accounts of an entity; an account has at least one of them. */
export const identifierNames = [
  'externalAccountId',
  'cbu',
  'cvu',
  'iban',
  'accountNumber',
  'alias',
  'pixKey',
  'clabe',
  'walletAddress',
] as const;
export type IdentifierName = (typeof identifierNames)[number];

const isHexAddress = (address: string): boolean => /^0x[0-9a-f]+$/i.test(address);

/** Returns the form that different spellings of an identifier have in common. Equal addresses in different networks are different. */
function normalized(name: IdentifierName, value: string, { network, pixKeyType }: AccountFields): string {
  if (name === 'accountNumber') return normalizeAccountNumber(value);
  if (name === 'alias') return value.toLowerCase();
  if (name === 'pixKey') {
    return pixKeyType === 'cpf' || pixKeyType === 'cnpj' || pixKeyType === 'phone'
      ? normalizeAccountNumber(value)
      : value.toLowerCase();
  }
  if (name === 'walletAddress') {
    const address = isHexAddress(value) ? value.toLowerCase() : value;
    return `${(network ?? '').toLowerCase()} ${address}`;
  }
  return value;
}

/** Returns the normalized identifiers of an account. */
export function identifiersOf(fields: AccountFields): ReadonlyMap<IdentifierName, string> {
  const found = new Map<IdentifierName, string>();
  for (const name of identifierNames) {
    const value = fields[name];
    if (value !== null) found.set(name, normalized(name, value, fields));
  }
  return found;
}
