import { ruleSetVersion } from '@tamis/engine';
import type { ListBinding } from '@tamis/lang';

/** What a file begins with, and a rule of it does not: it says nothing. */
const languageLine = /^\s*language[ \t]+1[ \t]*(?:\/\/[^\n]*)?\n/;

/**
 * The hash of a set of this rule alone, so that a rule and a set agree on what content is; as is a rule that stands in a file and the text
 * that was stored of it.
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
