import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { findEnabledSharedMatrices, findRiskMatrices } from '../../../decisions/rule-sets/index.js';

// Rules name matrices by their keys: of an own and a shared one of one key, the own one alone would decide.

/** Throws 409 `DUPLICATE_KEY` where a matrix of the parent that is switched on has the key of an own one. */
export async function assertKeyNotShared(client: Queryable, organizationId: string, key: string): Promise<void> {
  const shared = await findEnabledSharedMatrices(client, organizationId);
  if (shared.some(({ matrix }) => matrix.key === key))
    throw duplicateKey(`${key} is the key of a risk matrix of the parent organization`);
}

/** The same for a matrix of the parent that is being switched on. */
export async function assertSharedKeyFree(client: Queryable, organizationId: string, matrixId: string): Promise<void> {
  const shared = (await findEnabledSharedMatrices(client, organizationId)).find(({ matrix }) => matrix.id === matrixId);
  const own = await findRiskMatrices(client, organizationId);
  const taken = own.find(({ key, status }) => status !== 'archived' && key === shared?.matrix.key);
  if (taken) throw duplicateKey(`${taken.key} is the key of an own risk matrix`);
}

const duplicateKey = (key: string): ApiError =>
  new ApiError('DUPLICATE_KEY', 'Another risk matrix has this key', { key });
