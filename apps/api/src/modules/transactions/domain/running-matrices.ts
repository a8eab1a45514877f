import type { MatrixOutcome } from '@tamis/engine';

import { ApiError } from '../../../platform/http/index.js';
import type { LoadedRuleSet } from '../../rule-sets/index.js';

/** Whether all of them run as this set has it. */
export const hasRunning = ({ content }: LoadedRuleSet, ids: readonly string[]): boolean =>
  ids.every((id) => content.matrices?.some((each) => each.matrixId === id.toLowerCase() && each.status !== 'inactive'));

/** Keys of the matrices a request names, in its order. Throws 422 for one that does not exist or does not run. */
export const runningMatrices = ({ content }: LoadedRuleSet, ids: readonly string[]): readonly string[] =>
  ids.map((id) => {
    const matrix = content.matrices?.find(({ matrixId }) => matrixId === id.toLowerCase());
    if (matrix && matrix.status !== 'inactive') return matrix.key;
    const message = matrix ? `the risk matrix ${matrix.key} is not active` : `no active risk matrix has the id ${id}`;
    throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such active risk matrix', { riskMatrixIds: message });
  });

/** Ids of the matrices that were executed, in order. */
export const executedIds = (
  { content }: LoadedRuleSet,
  executed: readonly MatrixOutcome[] | undefined,
): readonly string[] =>
  (executed ?? []).flatMap(({ matrix }) => content.matrices?.find(({ key }) => key === matrix)?.matrixId ?? []);
