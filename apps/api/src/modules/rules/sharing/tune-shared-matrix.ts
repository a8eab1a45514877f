import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { type Queryable, TenantDatabase } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import {
  findEnabledSharedMatrices,
  findSharedResources,
  type EnabledSharedMatrix,
} from '../../decisions/rule-sets/index.js';
import {
  type AppliedOrPending,
  type ApprovableAction,
  SecondPerson,
  sharedMatrixParameters,
  type ParameterView,
  tuneMatrix,
  type Tuning,
} from '../rules/index.js';

interface TuningRequest {
  readonly id: string;
  readonly tuning: Tuning;
}

/** Manages the settings of a child for the matrices that its parent shares. */
@Injectable()
export class TuneSharedMatrix {
  private readonly change: ApprovableAction<TuningRequest, string> = {
    action: 'matrix_params',
    permission: () => 'rules:publish',
    describe: async (client, organizationId, request) => {
      const { id, key, version } = (await requireEnabledMatrix(client, organizationId, request.id)).matrix;
      const what = `parameters of the risk matrix ${key} of the parent`;
      return { riskMatrixId: id, version, request, reason: request.tuning.reason, what };
    },
    perform: async (client, principal, { id, tuning }, now) => {
      const used = await requireEnabledMatrix(client, principal.organizationId, id);
      return { value: await tuneMatrix(client, principal, used, tuning, now), waits: true };
    },
  };

  constructor(
    private readonly database: TenantDatabase,
    private readonly secondPerson: SecondPerson,
  ) {
    secondPerson.register(this.change);
  }

  /** Throws 404 `RISK_MATRIX_NOT_FOUND` for a matrix that does not belong to the parent, and 403 `SHARED_RESOURCE_NOT_ENABLED`. */
  async read({ organizationId }: Principal, id: string): Promise<readonly ParameterView[]> {
    const client = this.database.forOrganization(organizationId);
    return sharedMatrixParameters(client, organizationId, await requireEnabledMatrix(client, organizationId, id));
  }

  /** Returns the rule set that decides from now on. Throws the errors of `read` and of `tuneMatrix`. */
  tune(principal: Principal, id: string, tuning: Tuning, now: Date): Promise<AppliedOrPending<string>> {
    return this.secondPerson.submit(principal, this.change, { id, tuning }, now);
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
    throw new ApiError('SHARED_RESOURCE_NOT_ENABLED', 'The risk matrix of the parent organization is not enabled');
  throw new ApiError(
    'RISK_MATRIX_NOT_FOUND',
    'The parent organization shares no such risk matrix',
    undefined,
    undefined,
    404,
  );
}
