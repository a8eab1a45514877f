import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { type Queryable, TenantDatabase } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { findSharedMatrices, findSharedResources, lockPublishing, type UsedMatrix } from '../../decisions/rule-sets/index.js';
import { lentParameters, type ShownParameter, tuneMatrix, type Tuning } from '../rules/index.js';

/** What a child sets of the matrices that its parent shares. */
@Injectable()
export class TuneSharedMatrix {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws 404 `RISK_MATRIX_NOT_FOUND` for a matrix that is not the parent’s, 403 `SHARED_RESOURCE_NOT_ENABLED`. */
  async read({ organizationId }: Principal, id: string): Promise<readonly ShownParameter[]> {
    const client = this.database.of(organizationId);
    return lentParameters(client, organizationId, await findUsed(client, organizationId, id));
  }

  /** The rule set that decides from now on. Throws as `read`, and what `tuneMatrix` throws. */
  run(principal: Principal, id: string, tuning: Tuning): Promise<string> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      await lockPublishing(client, organizationId);
      const used = await findUsed(client, organizationId, id);
      return tuneMatrix(client, principal, used, tuning, new Date());
    });
  }
}

async function findUsed(client: Queryable, organizationId: string, id: string): Promise<UsedMatrix> {
  const used = (await findSharedMatrices(client, organizationId)).find(({ matrix }) => matrix.id === id);
  if (used) return used;
  const shared = await findSharedResources(client, organizationId, 'risk_matrix');
  if (shared.some(({ resourceId }) => resourceId === id))
    throw new ApiError('SHARED_RESOURCE_NOT_ENABLED', 'The risk matrix of the parent organization is not switched on');
  throw new ApiError(
    'RISK_MATRIX_NOT_FOUND',
    'The parent organization shares no such risk matrix',
    undefined,
    undefined,
    404,
  );
}
