import { Injectable } from '@nestjs/common';

import { byPrincipal, diffChanges, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../platform/database/index.js';
import { ApiError, notFound } from '../../../platform/http/index.js';
import { beginReading } from '../../../platform/outbox/index.js';
import {
  findSharedResources,
  isMatrixAssigned,
  lockPublishing,
  type SharedResource,
  type SharedType,
  storeOptIn,
} from '../../decisions/rule-sets/index.js';
import {
  type AppliedOrPending,
  type ApprovableAction,
  assertCanPublish,
  assertSharedKeyFree,
  publishRules,
  SecondPerson,
} from '../rules/index.js';

interface SwitchRequest {
  readonly type: SharedType;
  readonly id: string;
  readonly sharedEnabled: boolean;
}

/** Manages how a child uses the resources that its parent shares. */
@Injectable()
export class UseSharedResource {
  private readonly matrixChange: ApprovableAction<SwitchRequest, SharedResource> = {
    action: 'shared_matrix',
    permission: () => 'risk_matrices:edit',
    describe: (_client, _organizationId, request) => {
      const what = `risk matrix ${request.id} of the parent, switched ${request.sharedEnabled ? 'on' : 'off'}`;
      return Promise.resolve({ riskMatrixId: request.id, version: 0, request, reason: null, what });
    },
    perform: async (client, principal, request) => {
      const { before, after } = await switchResource(client, principal, request);
      return { value: after, waits: before.sharedEnabled !== after.sharedEnabled };
    },
  };

  constructor(
    private readonly database: TenantDatabase,
    private readonly secondPerson: SecondPerson,
  ) {
    secondPerson.register(this.matrixChange);
  }

  /** Enables or disables a list or a webhook. Throws 404 for a resource that is not shared. */
  switch(
    principal: Principal,
    type: Exclude<SharedType, 'risk_matrix'>,
    id: string,
    sharedEnabled: boolean,
  ): Promise<SharedResource> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      await lockPublishing(client, organizationId);
      return (await switchResource(client, principal, { type, id, sharedEnabled })).after;
    });
  }

  /**
   * Does the same for a matrix, which creates another rule set. Also throws 409 `DUPLICATE_KEY` if an own matrix has the key, and 409
   * `RISK_MATRIX_IN_USE` for disabling an assigned matrix.
   */
  switchMatrix(
    principal: Principal,
    id: string,
    sharedEnabled: boolean,
    now: Date,
  ): Promise<AppliedOrPending<SharedResource>> {
    assertCanPublish(principal);
    const request = { type: 'risk_matrix', id, sharedEnabled } as const;
    return this.secondPerson.submit(principal, this.matrixChange, request, now);
  }
}

/** The caller holds `lockPublishing`. */
async function switchResource(
  client: Transaction,
  principal: Principal,
  { type, id, sharedEnabled }: SwitchRequest,
): Promise<{ readonly before: SharedResource; readonly after: SharedResource }> {
  const { organizationId, actor } = principal;
  const resources = await findSharedResources(client, organizationId, type);
  const before = resources.find(({ resourceId }) => resourceId === id);
  if (!before) throw notFound('Shared resource');
  if (before.sharedEnabled === sharedEnabled) return { before, after: before };
  if (type === 'risk_matrix' && !sharedEnabled) await assertNotAssigned(client, organizationId, before);
  if (type === 'webhook' && sharedEnabled) beginReading(client, organizationId);
  await storeOptIn(client, organizationId, before, sharedEnabled ? { by: actor.id, at: new Date() } : null);
  const summary = `${before.name} of the parent organization switched ${sharedEnabled ? 'on' : 'off'}`;
  if (type === 'risk_matrix') {
    if (sharedEnabled) await assertSharedKeyFree(client, organizationId, before.resourceId);
    await publishRules(client, principal, summary);
  }
  const after = { ...before, sharedEnabled };
  await recordAudit(client, byPrincipal(principal), [
    {
      event: 'shared_resource_changed',
      resourceType: type,
      resourceId: before.resourceId,
      summary,
      changes: diffChanges(before, after, ['sharedEnabled']),
    },
  ]);
  return { before, after };
}

async function assertNotAssigned(client: Transaction, organizationId: string, { resourceId }: SharedResource) {
  if (await isMatrixAssigned(client, organizationId, resourceId))
    throw new ApiError('RISK_MATRIX_IN_USE', 'The risk matrix is a default or assigned to entities');
}
