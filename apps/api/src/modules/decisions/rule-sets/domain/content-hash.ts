import { ruleSetVersion } from '@tamis/engine';
import type { ListBinding } from '@tamis/lang';

/** The hash of a set of this rule alone, so that a rule and a set agree on what content is. */
export function contentHash(source: string, lists: Readonly<Record<string, ListBinding>>): string {
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
