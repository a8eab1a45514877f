import { checkFile, type ListBinding, type RuleFile } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import type { Queryable } from '../../../../platform/database/index.js';
import { findLists, isSameName, type ListSummary } from '../../../decisions/data-lists/index.js';
import { findEnabledSharedLists } from '../../../decisions/rule-sets/index.js';

export type ListBindings = Readonly<Record<string, ListBinding>>;

/** Returns the lists that a file refers to, as they are written there. */
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
 * Returns the lists that a file refers to, by reference, with their status if they are not active. Own lists take precedence over those
 * shared by the parent. A list that was renamed since it was `pinned` is still found; with `stays`, even if another list now has its name.
 */
export async function resolveLists(
  client: Queryable,
  organizationId: string,
  file: RuleFile,
  pinned: ListBindings,
  stays = false,
): Promise<ListBindings> {
  const references = listReferences(file);
  if (references.length === 0) return {};
  const pinnedId = (reference: string): string | undefined =>
    Object.hasOwn(pinned, reference) ? pinned[reference]!.id : undefined;
  const ids = references.flatMap((reference) => pinnedId(reference) ?? []);
  const found = await findLists(client, organizationId, [...references, ...ids]);
  const own = (reference: string): ListSummary | undefined => {
    const id = pinnedId(reference);
    const byPin = id === undefined ? undefined : found.get(id);
    return stays && id !== undefined ? byPin : (found.get(reference) ?? byPin);
  };
  const shared = references.every(own) ? [] : await findEnabledSharedLists(client, organizationId);
  const lent = (reference: string): ListBinding | undefined => {
    const pin = pinnedId(reference);
    if (stays && pin !== undefined) return shared.find(({ id }) => id === pin);
    return shared.find(({ id, name }) => [reference.toLowerCase(), pin].includes(id) || isSameName(name, reference));
  };
  const entries = references.flatMap((reference): [string, ListBinding][] => {
    const list = own(reference);
    const binding = list ? bindingOf(list) : lent(reference);
    return binding ? [[reference, binding]] : [];
  });
  return Object.fromEntries(entries);
}

const bindingOf = ({ id, name, type, status }: ListSummary): ListBinding => ({
  ...{ id, name, type },
  ...(status !== 'active' && { status }),
});
