import { type AuditEntry, diffChanges } from '../../../../platform/audit/index.js';
import type { LibraryNames } from './library-names.js';

/** Audit entry of a change of the names that rules of an organization share. */
export const namesAuditEntry = (
  organizationId: string,
  { before, after }: { readonly before: LibraryNames; readonly after: LibraryNames },
  reason: string | null,
): AuditEntry => ({
  event: 'rule_library_updated',
  resourceType: 'rule_library',
  resourceId: organizationId,
  summary: `shared names: version ${after.version}`,
  changes: diffChanges(before, after, ['version', 'source', 'parameters']),
  reason,
});
