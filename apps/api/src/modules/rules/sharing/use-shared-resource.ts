import { Injectable } from '@nestjs/common';

import { byPrincipal, diffChanges, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../platform/database/index.js';
import { ApiError, notFound } from '../../../platform/http/index.js';
import {
  findRiskMatrices,
  findEnabledSharedMatrices,
  findSharedResources,
  isMatrixAssigned,
  lockPublishing,
  type SharedResource,
  type SharedType,
  storeOptIn,
} from '../../decisions/rule-sets/index.js';
import { assertCanPublish, publishRules } from '../rules/index.js';

/** What a child does with what its parent shares. */
@Injectable()
export class UseSharedResource {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Switches it on or off; a matrix makes another rule set. Throws 404 for what is not shared, 409 `DUPLICATE_KEY` where an own matrix has
   * the key, and 409 `RISK_MATRIX_IN_USE` where one that is assigned would be switched off.
   */
  switch(principal: Principal, type: SharedType, id: string, sharedEnabled: boolean): Promise<SharedResource> {
    const { organizationId, actor } = principal;
    if (type === 'risk_matrix') assertCanPublish(principal);
    return this.database.transaction(organizationId, async (client) => {
      await lockPublishing(client, organizationId);
      const resources = await findSharedResources(client, organizationId, type);
      const before = resources.find(({ resourceId }) => resourceId === id.toLowerCase());
      if (!before) throw notFound('Shared resource');
      if (before.sharedEnabled === sharedEnabled) return before;
      if (type === 'risk_matrix' && !sharedEnabled) await assertNotAssigned(client, organizationId, before);
      await storeOptIn(client, organizationId, before, sharedEnabled ? { by: actor.id, at: new Date() } : null);
      if (type === 'risk_matrix') {
        if (sharedEnabled) await assertKeyFree(client, organizationId, before.resourceId);
        const reason = `${before.name} of the parent organization switched ${sharedEnabled ? 'on' : 'off'}`;
        await publishRules(client, principal, reason);
      }
      const after = { ...before, sharedEnabled };
      await recordAudit(client, byPrincipal(principal), [
        {
          event: sharedEnabled ? 'shared_resource_enabled' : 'shared_resource_disabled',
          resourceType: type,
          resourceId: before.resourceId,
          summary: `${before.name} of the parent organization switched ${sharedEnabled ? 'on' : 'off'}`,
          changes: diffChanges(before, after, ['sharedEnabled']),
        },
      ]);
      return after;
    });
  }
}

async function assertNotAssigned(client: Transaction, organizationId: string, { resourceId }: SharedResource) {
  if (await isMatrixAssigned(client, organizationId, resourceId))
    throw new ApiError('RISK_MATRIX_IN_USE', 'The risk matrix is a default or assigned to entities');
}

/** Rules name matrices by their keys. */
async function assertKeyFree(client: Transaction, organizationId: string, matrixId: string): Promise<void> {
  const shared = (await findEnabledSharedMatrices(client, organizationId)).find(({ matrix }) => matrix.id === matrixId);
  const own = await findRiskMatrices(client, organizationId);
  const taken = own.find(({ key, status }) => status !== 'archived' && key === shared?.matrix.key);
  if (!taken) return;
  const details = { key: `${taken.key} is the key of an own risk matrix` };
  throw new ApiError('DUPLICATE_KEY', 'Another risk matrix has this key', details);
}
