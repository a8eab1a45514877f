import { checkFile, type Diagnostic, type ListBinding, type RuleFile } from '@tamis/lang';
import { ruleSetVersion } from '@tamis/engine';
import { libraryCatalogue } from '@tamis/library';

import type { Queryable } from '../../../platform/database/index.js';
import { findLists } from '../../data-lists/index.js';
import { checkHeaders } from '../domain/check-headers.js';
import { withDefaults } from '../domain/rule-headers.js';
import type { RuleText } from '../domain/rule.js';
import type { WrittenText } from '../domain/write-text.js';

export interface CheckedText {
  readonly text: RuleText;
  readonly diagnostics: readonly Diagnostic[];
}

type Lists = Readonly<Record<string, ListBinding>>;

/** Names the lists a file refers to, each as it is written there. */
function listReferences(file: RuleFile): readonly string[] {
  const references = new Set<string>();
  checkFile(file, {
    catalogue: libraryCatalogue,
    findList: (reference) => {
      references.add(reference);
      return null;
    },
  });
  return [...references];
}

/**
 * Checks names and types of a rule against the library and the lists of the organization. A list that was renamed since it was
 * `pinned` is still found. Throws 400 where a header is too long to be stored.
 */
export async function checkText(
  client: Queryable,
  organizationId: string,
  written: WrittenText,
  pinned: Lists,
): Promise<CheckedText> {
  checkHeaders(withDefaults(written.form));
  const lists = await resolveLists(client, organizationId, listReferences(written.file), pinned);
  const findList = (reference: string): ListBinding | null =>
    Object.hasOwn(lists, reference) ? lists[reference]! : null;
  const { rules, diagnostics } = checkFile(written.file, { catalogue: libraryCatalogue, findList });
  const [rule] = rules;
  const text: RuleText = {
    source: written.source,
    form: written.form,
    lists,
    contentHash: contentHash(written.source, lists),
    errors: diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length,
    cost: rule?.cost ?? null,
    unknownable: rule?.unknownable ?? [],
  };
  return { text, diagnostics };
}

async function resolveLists(
  client: Queryable,
  organizationId: string,
  references: readonly string[],
  pinned: Lists,
): Promise<Lists> {
  if (references.length === 0) return {};
  const ids = references.flatMap((reference) => (Object.hasOwn(pinned, reference) ? [pinned[reference]!.id] : []));
  const found = await findLists(client, organizationId, [...references, ...ids]);
  const entries = references.flatMap((reference) => {
    const list =
      found.get(reference) ?? (Object.hasOwn(pinned, reference) ? found.get(pinned[reference]!.id) : undefined);
    if (list?.status !== 'active') return [];
    return [[reference, { id: list.id, name: list.name, type: list.type }] as const];
  });
  return Object.fromEntries(entries);
}

/** The hash of a set of this rule alone, so that a rule and a set agree on what content is. */
function contentHash(source: string, lists: Lists): string {
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
