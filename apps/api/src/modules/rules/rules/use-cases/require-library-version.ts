import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { LibraryNames } from '../domain/library-names.js';
import { readLibraryNames } from '../persistence/library-names-store.js';

/** Returns the current shared names. Throws 409 `VERSION_CONFLICT` if their version is not the one that a change was based on. */
export async function requireLibraryVersion(
  client: Queryable,
  organizationId: string,
  version: number,
): Promise<LibraryNames> {
  const names = await readLibraryNames(client, organizationId);
  const currentVersion = names.version;
  if (currentVersion === version) return names;
  throw new ApiError('VERSION_CONFLICT', `The shared names have been changed; their version is now ${currentVersion}`, {
    currentVersion,
  });
}
