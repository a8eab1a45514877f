import type { Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { assignableMatrices, holdMatrices } from '../../../decisions/rule-sets/index.js';

/**
 * Throws 422 `RISK_MATRIX_NOT_FOUND` for a matrix that the organization does not have or that is archived, and 403
 * `SHARED_RESOURCE_NOT_ENABLED`.
 */
export async function checkMatrices(
  client: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  holdMatrices(client, organizationId);
  const known = new Set((await assignableMatrices(client, organizationId, ids)).map(({ id }) => id));
  if (ids.every((id) => known.has(id))) return;
  const message = 'names a risk matrix that this organization does not have';
  throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such risk matrix', { riskMatrixIds: message });
}
