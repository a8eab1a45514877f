import { isValidCbu, isValidClabe } from '@tamis/screening/tax-ids';
import { isValidIBAN } from 'ibantools';

import { pixKeyProblem } from '../../entities/index.js';
import { identifierNames } from './account-identifiers.js';
import type { AccountFields } from './entity-account.js';

type Check = (value: string, fields: AccountFields) => string | null;

const argentine =
  (name: string): Check =>
  (value) =>
    /^\d{22}$/.test(value) && isValidCbu(value) ? null : `${name} must be 22 digits with valid check digits`;

/** The checks of each field beyond its type and length. */
const checks: Readonly<Partial<Record<keyof AccountFields, Check>>> = {
  cbu: argentine('cbu'),
  cvu: argentine('cvu'),
  alias: (value) =>
    /^[A-Za-z0-9.-]{6,20}$/.test(value) ? null : 'alias must be 6 to 20 letters, digits, periods and hyphens',
  iban: (value) => (isValidIBAN(value) ? null : 'iban must be an ISO 13616 number with valid check digits'),
  clabe: (value) =>
    /^\d{18}$/.test(value) && isValidClabe(value) ? null : 'clabe must be 18 digits with a valid check digit',
  pixKey: (value, { pixKeyType }) => (pixKeyType === null ? null : pixKeyProblem(pixKeyType, value)),
  pixKeyType: (_, { pixKey }) => (pixKey === null ? 'pixKeyType was sent without pixKey' : null),
};

/**
 * Returns the problems of an account by field. `sent` contains the fields of the request; values that were stored before are not checked.
 */
export function accountProblems(fields: AccountFields, sent: ReadonlySet<string>): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const [name, check] of Object.entries(checks) as [keyof AccountFields, Check][]) {
    const value = fields[name];
    const isAsked = sent.has(name) || (name === 'pixKey' && sent.has('pixKeyType'));
    const problem = isAsked && typeof value === 'string' ? check(value, fields) : null;
    if (problem !== null) problems[name] = problem;
  }
  const { openedAt, closedAt } = fields;
  if (openedAt && closedAt && closedAt < openedAt && (sent.has('openedAt') || sent.has('closedAt')))
    problems['closedAt'] = 'closedAt must not be before openedAt';
  if (identifierNames.every((name) => fields[name] === null))
    problems['accountNumber'] = `one of ${identifierNames.join(', ')} is required`;
  return problems;
}
