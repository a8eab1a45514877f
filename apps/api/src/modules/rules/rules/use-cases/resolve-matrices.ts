import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { findRiskMatrices, type RiskMatrix } from '../../../decisions/rule-sets/index.js';

/** A body that names matrices by id. `riskMatrixIds` takes precedence. */
export interface MatrixReferences {
  readonly riskMatrixIds?: readonly string[] | null;
  readonly riskMatrixId?: string | null;
}

const referencedIds = ({ riskMatrixIds, riskMatrixId }: MatrixReferences): readonly string[] | null | undefined => {
  if (riskMatrixIds !== undefined) return riskMatrixIds;
  return riskMatrixId == null ? riskMatrixId : [riskMatrixId];
};

/**
 * Returns the keys of the matrices named in a body, as used in the text; undefined if it names none, null if it removes them. `kept`
 * contains ids that the rule already has, which remain valid when their matrix is archived. Throws 422 `RISK_MATRIX_NOT_FOUND`.
 */
export async function resolveMatrixKeys(
  client: Queryable,
  organizationId: string,
  body: MatrixReferences,
  kept: Readonly<Record<string, string>>,
): Promise<readonly string[] | null | undefined> {
  const ids = referencedIds(body);
  if (ids == null || ids.length === 0) return ids;
  const matrices = await findRiskMatrices(client, organizationId);
  const known = new Map(Object.entries(kept).map(([key, id]) => [id, key]));
  for (const { id, key, status } of matrices) if (status !== 'archived') known.set(id, key);
  return [...new Set(ids)].map((id) => {
    const key = known.get(id);
    if (key !== undefined) return key;
    throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such risk matrix', {
      riskMatrixIds: `no risk matrix has the id ${id}`,
    });
  });
}

/** Returns the matrix that a key in a text refers to: one that is not archived, or otherwise the one it referred to before. */
export function findMatrixByKey(
  matrices: readonly RiskMatrix[],
  key: string,
  bound: Readonly<Record<string, string>>,
): RiskMatrix | null {
  const current = matrices.find((matrix) => matrix.key === key && matrix.status !== 'archived');
  const before = Object.hasOwn(bound, key) ? bound[key] : undefined;
  return current ?? matrices.find(({ id }) => id === before) ?? null;
}
