import { checkFile, type ListBinding, type RuleFile } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import type { Queryable } from '../../../platform/database/index.js';
import { findLists } from '../../data-lists/index.js';

export type Lists = Readonly<Record<string, ListBinding>>;

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

/** The active lists a file refers to, by the reference. A list that was renamed since it was `pinned` is still found. */
export async function resolveLists(
  client: Queryable,
  organizationId: string,
  file: RuleFile,
  pinned: Lists,
): Promise<Lists> {
  const references = listReferences(file);
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
