import { byPrincipal } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { LibraryNames } from '../domain/library-names.js';
import { storeLibraryNames } from '../persistence/library-names-store.js';
import { outdatedByLibraryChange, withdrawOutdated } from './withdraw-outdated.js';

/** Stores the next version of the shared names, and withdraws requests based on the previous one. The caller must hold `lockPublishing`. */
export async function saveLibraryVersion(
  client: Transaction,
  principal: Principal,
  names: LibraryNames,
  { reason, now }: { readonly reason: string | null; readonly now: Date },
): Promise<void> {
  const { organizationId, actor } = principal;
  await storeLibraryNames(client, organizationId, names, { reason, by: actor.id, at: now });
  await withdrawOutdated(client, byPrincipal(principal), outdatedByLibraryChange(names));
}
