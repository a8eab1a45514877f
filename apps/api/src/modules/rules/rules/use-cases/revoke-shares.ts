import type { AuditSubject } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import {
  type ChildShare,
  deleteShare,
  findChildShares,
  isMatrixAssigned,
  lockPublishing,
  type StoredShare,
  unassignMatrix,
} from '../../../decisions/rule-sets/index.js';
import { childAuditSubject } from './propagate-shares.js';
import { publishInChild } from './publish-rules.js';

/**
 * Stops sharing something with some of an organization's children. One that loses a matrix gets a new rule set. Throws 409 `SHARE_IN_USE`
 * if a child has assigned the matrix, unless `force` is set, which removes the assignment. The caller must hold `lockPublishing`.
 */
export async function revokeShares(
  client: Transaction,
  subject: AuditSubject,
  share: Pick<StoredShare, 'type' | 'resourceId' | 'name'>,
  { childIds, force }: { readonly childIds: readonly string[]; readonly force: boolean },
): Promise<void> {
  const isMatrix = share.type === 'risk_matrix';
  // A child's own changes happen either before or after: once the share is removed, nothing can be enabled or assigned.
  for (const childId of [...childIds].sort()) await lockPublishing(client, childId);
  const shares = await findChildShares(client, subject.organizationId, share.type, share.resourceId);
  const from = shares.filter(({ organizationId }) => childIds.includes(organizationId));
  if (isMatrix) await unassignInChildren(client, share.resourceId, { from, force });
  for (const { organizationId: childId, optedInAt } of [...from].sort(byOrganization)) {
    await deleteShare(client, subject.organizationId, childId, share);
    if (!isMatrix || optedInAt === null) continue;
    const child = childAuditSubject(subject, childId);
    await client.savepoint(childId, (part) => publishInChild(part, child, `${share.name} is no longer shared`));
  }
}

async function unassignInChildren(
  client: Transaction,
  matrixId: string,
  { from, force }: { readonly from: readonly ChildShare[]; readonly force: boolean },
): Promise<void> {
  const inUse: string[] = [];
  for (const { organizationId: childId } of from)
    await client.savepoint(childId, async (part) => {
      if (!(await isMatrixAssigned(part, childId, matrixId))) return;
      if (force) await unassignMatrix(part, childId, matrixId);
      else inUse.push(childId);
    });
  if (inUse.length === 0) return;
  const details = { childOrganizationIds: inUse };
  throw new ApiError('SHARE_IN_USE', 'A child organization has assigned the risk matrix', details);
}

const byOrganization = (a: ChildShare, b: ChildShare): number => (a.organizationId < b.organizationId ? -1 : 1);
