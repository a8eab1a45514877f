import { type AuditEntry, diffChanges } from '../../../../platform/audit/index.js';
import type { LibraryNames } from './library-names.js';

/** Returns the audit entry for a change of the shared names of an organization's rules. */
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
