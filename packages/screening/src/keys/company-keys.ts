import { nameKeys } from './name-keys.js';

/** The key of a caller's identifier, whatever its capitals. */
const externalIdKey = (externalId: string): string => `x${externalId.toLowerCase()}`;

/** The keys by which a company may be found again, at most 10. */
export const companyKeys = (name: string, externalId: string | null): readonly string[] =>
  externalId === null ? nameKeys(name) : [...nameKeys(name), externalIdKey(externalId)];
