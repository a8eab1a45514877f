import { Injectable } from '@nestjs/common';
import { byPrincipal, diffChanges, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import {
  organizationsSql,
  type Queryable,
  TenantDatabase,
  type Transaction,
} from '../../../platform/database/index.js';
import { ApiError, invalid, notFound } from '../../../platform/http/index.js';
import { lockListForSharing } from '../../decisions/data-lists/index.js';
import {
  type ChildShare,
  findChildShares,
  findRiskMatrix,
  findSharedResources,
  lockPublishing,
  type SharedType,
  type StoredShare,
  storeShare,
} from '../../decisions/rule-sets/index.js';
import { buildMatrixShare, revokeShares } from '../rules/index.js';
import { lockShareableWebhook } from '../../delivery/webhooks/index.js';

/** A child organization and its counterpart in the other environment. */
interface ChildPair {
  readonly id: string;
  readonly pairedOrganizationId: string;
}

/** Returns all direct children of an organization, which are in its own environment. */
async function findChildPairs(client: Queryable, parentId: string): Promise<readonly ChildPair[]> {
  const { rows } = await client.query<ChildPair>(
    `select id, paired_organization_id as "pairedOrganizationId" from ${organizationsSql} o where parent_organization_id = $1`,
    [parentId],
  );
  return rows;
}

export const shareModes = ['replace', 'add', 'remove'] as const;

export interface ShareRequest {
  readonly childOrganizationIds: readonly string[];
  readonly mode: (typeof shareModes)[number];
  readonly force: boolean;
}

export interface ShareResult {
  readonly sharedWith: readonly ChildShare[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Shares matrices, lists and webhooks of an organization with its direct children. */
@Injectable()
export class ShareResource {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws 404, and 403 `SHARED_RESOURCE_READ_ONLY` for something that is shared with the caller itself. */
  read({ organizationId }: Principal, type: SharedType, id: string): Promise<readonly ChildShare[]> {
    return this.database.transaction(organizationId, async (client) => {
      await requireOwnShare(client, organizationId, type, id);
      return findChildShares(client, organizationId, type, id);
    });
  }

  /**
   * Shares everything at once, or nothing. A child that loses a matrix gets a new rule set. Throws the same errors as `read`, 422
   * `NOT_A_DIRECT_CHILD` and `ENVIRONMENT_MISMATCH`, and 409 `SHARE_IN_USE` if a child has assigned a matrix that it would lose, unless
   * `force` is set, which removes the assignment.
   */
  share(principal: Principal, type: SharedType, id: string, request: ShareRequest): Promise<ShareResult> {
    const { organizationId } = principal;
    if (request.childOrganizationIds.length === 0 && request.mode !== 'replace')
      throw invalid({ childOrganizationIds: 'can only be empty with the mode replace' });
    return this.database.transaction(organizationId, async (client) => {
      // Publications run one after another, so that what is shared is what is in force.
      await lockPublishing(client, organizationId);
      const share = await requireOwnShare(client, organizationId, type, id);
      const named = [...new Set(request.childOrganizationIds)];
      await checkChildren(client, organizationId, named);
      const before = await findChildShares(client, organizationId, type, id);
      const had = new Set(before.map((each) => each.organizationId));
      const added = request.mode === 'remove' ? [] : named.filter((each) => !had.has(each));
      const removed = childrenToRemove(request, named, had);
      const subject = byPrincipal(principal);
      await revokeShares(client, subject, share, { childIds: removed, force: request.force });
      for (const childId of added) await storeShare(client, organizationId, childId, share, new Date());
      const sharedWith = await findChildShares(client, organizationId, type, id);
      if (added.length + removed.length > 0)
        await recordAudit(client, subject, [shareAuditEntry(share, before, sharedWith)]);
      return { sharedWith, added, removed };
    });
  }
}

function childrenToRemove(
  { mode }: ShareRequest,
  named: readonly string[],
  had: ReadonlySet<string>,
): readonly string[] {
  if (mode === 'add') return [];
  return mode === 'remove' ? named.filter((each) => had.has(each)) : [...had].filter((each) => !named.includes(each));
}

async function requireOwnShare(
  client: Transaction,
  organizationId: string,
  type: SharedType,
  id: string,
): Promise<StoredShare> {
  const share = await shareLoaders[type](client, organizationId, id);
  if (share) return share;
  const lent = await findSharedResources(client, organizationId, type);
  if (lent.some(({ resourceId }) => resourceId === id))
    throw new ApiError('SHARED_RESOURCE_READ_ONLY', 'The parent organization owns this record');
  if (type === 'risk_matrix')
    throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such risk matrix', undefined, undefined, 404);
  throw notFound(type === 'data_list' ? 'Data list' : 'Webhook');
}

/** Loaders for the shared form of an organization's resources, by type; `null` if it has no such resource. */
const shareLoaders = { risk_matrix: ownMatrix, data_list: ownList, webhook: ownWebhook };

async function ownMatrix(client: Transaction, organizationId: string, id: string): Promise<StoredShare | null> {
  const matrix = await findRiskMatrix(client, organizationId, id);
  return matrix && matrix.status !== 'archived' ? buildMatrixShare(client, matrix) : null;
}

async function ownList(client: Transaction, organizationId: string, id: string): Promise<StoredShare | null> {
  const list = await lockListForSharing(client, organizationId, id);
  return list && { type: 'data_list', resourceId: list.id, name: list.name, content: list.content, listIds: [list.id] };
}

async function ownWebhook(client: Transaction, organizationId: string, id: string): Promise<StoredShare | null> {
  const webhook = await lockShareableWebhook(client, organizationId, id);
  return webhook && { ...webhook, type: 'webhook', listIds: [] };
}

async function checkChildren(client: Transaction, organizationId: string, named: readonly string[]): Promise<void> {
  const children = await findChildPairs(client, organizationId);
  const elsewhere = named.filter((id) => children.some(({ pairedOrganizationId }) => pairedOrganizationId === id));
  if (elsewhere.length > 0) {
    const details = { childOrganizationIds: elsewhere };
    throw new ApiError('ENVIRONMENT_MISMATCH', 'A child organization belongs to the other environment', details);
  }
  const foreign = named.filter((id) => children.every((child) => child.id !== id));
  if (foreign.length === 0) return;
  const details = { childOrganizationIds: foreign };
  throw new ApiError('NOT_A_DIRECT_CHILD', 'An organization is not a direct child of this one', details);
}

const idsOf = (shares: readonly ChildShare[]) => ({ sharedWith: shares.map(({ organizationId }) => organizationId) });

const shareAuditEntry = (
  { type, resourceId, name }: StoredShare,
  before: readonly ChildShare[],
  after: readonly ChildShare[],
) => ({
  event: `${type}_shared`,
  resourceType: type,
  resourceId,
  summary: `${name} is shared with ${after.length} child ${after.length === 1 ? 'organization' : 'organizations'}`,
  changes: diffChanges(idsOf(before), idsOf(after), ['sharedWith']),
});
