import type { EntityAccounts } from './evaluation-subject.js';

/** An entity as rules read it, with its accounts where they were read, or those that it came with. */
export function withAccounts<E extends { readonly id: string }>(
  entity: E | null,
  accounts: EntityAccounts,
): (E & { readonly accounts?: object }) | null {
  const own = entity && !('accounts' in entity) && accounts.get(entity.id);
  return own ? { ...entity, accounts: own } : entity;
}
