import { ruleSetVersion } from '@tamis/engine';
import type { ListBinding } from '@tamis/lang';

/** Language line at the beginning of a file. A single rule does not have it, and it does not affect the content. */
const languageLine = /^\s*language[ \t]+1[ \t]*(?:\/\/[^\n]*)?\n/;

/**
 * Returns the hash of a rule set with only this rule, so that hashes of rules and rule sets are based on the same content. A rule in a file
 * and its stored text have the same hash.
 */
export function contentHash(text: string, lists: Readonly<Record<string, ListBinding>>): string {
  const source = text.replace(languageLine, '').trim();
  const rule = {
    ruleId: '',
    version: 1,
    status: 'active',
    source,
    externalId: null,
    createdAt: new Date(0).toISOString(),
  } as const;
  return ruleSetVersion({ rules: [rule], lists, baseCurrency: '', timezone: '' }).replace(/^rs_/, '');
}
