import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { type Queryable, TenantDatabase } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import {
  findEnabledSharedMatrices,
  findSharedResources,
  lockPublishing,
  type EnabledSharedMatrix,
} from '../../decisions/rule-sets/index.js';
import { sharedMatrixParameters, type ParameterView, tuneMatrix, type Tuning } from '../rules/index.js';

/** What a child sets of the matrices that its parent shares. */
@Injectable()
export class TuneSharedMatrix {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws 404 `RISK_MATRIX_NOT_FOUND` for a matrix that is not the parent’s, 403 `SHARED_RESOURCE_NOT_ENABLED`. */
  async read({ organizationId }: Principal, id: string): Promise<readonly ParameterView[]> {
    const client = this.database.forOrganization(organizationId);
    return sharedMatrixParameters(client, organizationId, await requireEnabledMatrix(client, organizationId, id));
  }

  /** The rule set that decides from now on. Throws as `read`, and what `tuneMatrix` throws. */
  tune(principal: Principal, id: string, tuning: Tuning): Promise<string> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      await lockPublishing(client, organizationId);
      const used = await requireEnabledMatrix(client, organizationId, id);
      return tuneMatrix(client, principal, used, tuning, new Date());
    });
  }
}

async function requireEnabledMatrix(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<EnabledSharedMatrix> {
  const used = (await findEnabledSharedMatrices(client, organizationId)).find(({ matrix }) => matrix.id === id);
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
