import type { Queryable } from '../../../../platform/database/index.js';
import { invalid } from '../../../../platform/http/index.js';
import { systemRoles } from '../../../tenancy/members/index.js';
import type { Assignment } from '../domain/stored-alert.js';
import { assigneeExists } from '../persistence/referenced-records.js';

const nouns = { user: 'active member', role: 'active role', team: 'team' } as const;

/** Throws 400 `VALIDATION_ERROR` if the assignee of a record does not exist. */
export async function checkAssignee(client: Queryable, organizationId: string, to: Assignment): Promise<void> {
  if (to.assignedToType === 'role' && systemRoles.some(({ id }) => id === to.assignedTo)) return;
  if (await assigneeExists(client, organizationId, to)) return;
  throw invalid({ assignedTo: `assignedTo is no ${nouns[to.assignedToType ?? 'user']}` });
}
