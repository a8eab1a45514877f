import { type AccountType, accountTypes } from './account-enumerations.js';

/** An account type of today, and the one that stood in its place before, if that is another. */
export interface CanonicalAccountType {
  readonly accountType: AccountType;
  readonly legacyAccountType: string | null;
}

/**
 * The account type that any text stands for: case, spaces and hyphens do not matter; a text that is no type of today is `other`, and
 * is kept beside it. For what was stored or exported before there was an enumeration; requests name the types of today.
 */
export function canonicalAccountType(text: string): CanonicalAccountType {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const accountType = accountTypes.find((type) => type === name);
  return accountType ? { accountType, legacyAccountType: null } : { accountType: 'other', legacyAccountType: text };
}
