import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { findEnabledSharedMatrices, findRiskMatrices } from '../../../decisions/rule-sets/index.js';

// Rules refer to matrices by key: if an own and a shared matrix had the same key, only the own one would be used.

/** Throws 409 `DUPLICATE_KEY` if an enabled matrix of the parent has the same key as an own one. */
export async function assertKeyNotShared(client: Queryable, organizationId: string, key: string): Promise<void> {
  const shared = await findEnabledSharedMatrices(client, organizationId);
  if (shared.some(({ matrix }) => matrix.key === key))
    throw duplicateKey(`${key} is the key of a risk matrix of the parent organization`);
}

/** Does the same for a matrix of the parent that is being enabled. */
export async function assertSharedKeyFree(client: Queryable, organizationId: string, matrixId: string): Promise<void> {
  const shared = (await findEnabledSharedMatrices(client, organizationId)).find(({ matrix }) => matrix.id === matrixId);
  const own = await findRiskMatrices(client, organizationId);
  const taken = own.find(({ key, status }) => status !== 'archived' && key === shared?.matrix.key);
  if (taken) throw duplicateKey(`${taken.key} is the key of a risk matrix of this organization`);
}

const duplicateKey = (key: string): ApiError =>
  new ApiError('DUPLICATE_KEY', 'Another risk matrix has this key', { key });
