import { type AccountType, accountTypes } from './account-enumerations.js';

/** A current account type, and the text that it replaced if they differ. */
export interface CanonicalAccountType {
  readonly accountType: AccountType;
  readonly legacyAccountType: string | null;
}

/**
 * Returns the account type that a text stands for, ignoring case, spaces and hyphens; any other text becomes `other`, and is kept with it.
 * Used for data that was stored or exported before the enumeration existed; requests use the current types.
 */
export function canonicalAccountType(text: string): CanonicalAccountType {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const accountType = accountTypes.find((type) => type === name);
  return accountType ? { accountType, legacyAccountType: null } : { accountType: 'other', legacyAccountType: text };
}
