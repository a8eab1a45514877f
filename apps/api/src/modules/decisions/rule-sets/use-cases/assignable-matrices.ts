import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { RiskMatrix } from '../domain/risk-matrix.js';
import { findEnabledSharedMatrices, findSharedResources } from '../persistence/child-shares.js';
import { findRiskMatrices } from '../persistence/risk-matrix-store.js';

type NamedMatrix = Pick<RiskMatrix, 'id' | 'key' | 'targetEntityTypes'>;

/**
 * Returns the matrices an organization may assign: its own, and those of its parent that it has enabled, except archived ones. Throws 403
 * `SHARED_RESOURCE_NOT_ENABLED` if `ids` contains one that is shared but not enabled.
 */
export async function assignableMatrices(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly NamedMatrix[]> {
  const own = (await findRiskMatrices(client, organizationId)).filter(({ status }) => status !== 'archived');
  const isOwn = new Set(own.map(({ id }) => id));
  const others = ids.map((id) => id.toLowerCase()).filter((id) => !isOwn.has(id));
  if (others.length === 0) return own;
  const shared = (await findEnabledSharedMatrices(client, organizationId)).map(({ matrix }) => matrix);
  const resources = await findSharedResources(client, organizationId, 'risk_matrix');
  const off = resources.find(({ resourceId, sharedEnabled }) => !sharedEnabled && others.includes(resourceId));
  if (off) {
    const details = { riskMatrixIds: `${off.resourceId} is shared but not enabled here` };
    throw new ApiError('SHARED_RESOURCE_NOT_ENABLED', 'The risk matrix is not enabled here', details);
  }
  return [...own, ...shared];
}
