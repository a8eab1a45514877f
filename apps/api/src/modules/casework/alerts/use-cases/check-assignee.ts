import type { Permission } from '../../../../platform/auth/index.js';
import type { Queryable } from '../../../../platform/database/index.js';
import { invalid } from '../../../../platform/http/index.js';
import { assigneeExists, assigneeMay } from '../../../tenancy/members/index.js';
import type { Assignment } from '../domain/stored-alert.js';

/** Who has one of these permissions can work on alerts. */
export const alertPermissions = ['alerts:edit', 'alerts:resolve'] as const;

const nouns = { user: 'active member', role: 'active role', team: 'team' } as const;

/** Throws 400 `VALIDATION_ERROR` if the assignee of a record does not exist, or has none of the permissions to work on it. */
export async function checkAssignee(
  client: Queryable,
  organizationId: string,
  { assignedTo: id, assignedToType: type }: Assignment,
  permissions: readonly Permission[],
): Promise<void> {
  if (id === null || type === null) return;
  if (await assigneeMay(client, organizationId, { type, id }, permissions)) return;
  if (!(await assigneeExists(client, organizationId, { type, id })))
    throw invalid({ assignedTo: `assignedTo is no ${nouns[type]}` });
  throw invalid({ assignedTo: `assignedTo cannot work on this without the permission ${permissions.join(' or ')}` });
}
