import type { LoadedRuleSet } from '../../rule-sets/index.js';
import { ApiError } from '../../../../platform/http/index.js';

export const running = ({ content }: LoadedRuleSet, id: string): string | null => {
  const matrix = content.matrices?.find(({ matrixId }) => matrixId === id.toLowerCase());
  return matrix && matrix.status !== 'inactive' ? matrix.key : null;
};

export function throwNotRunning({ content }: LoadedRuleSet, id: string): never {
  const matrix = content.matrices?.find(({ matrixId }) => matrixId === id.toLowerCase());
  const message = matrix ? `the risk matrix ${matrix.key} is not active` : `no active risk matrix has the id ${id}`;
  throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such active risk matrix', { riskMatrixIds: message });
}

/** The matrices a run executes: those the request names, else those the record was assigned; neither: the defaults. */
export interface RequestedMatrices {
  readonly named: readonly string[];
  readonly assigned: readonly string[];
}

/** Whether all of them run as this set has it. */
export const areAllRunning = (set: LoadedRuleSet, { named, assigned }: RequestedMatrices): boolean =>
  [...named, ...assigned].every((id) => running(set, id) !== null);

/**
 * Keys of the wanted matrices, in order; undefined: the defaults. Throws 422 for one that is named and does not exist or does not
 * run; of the assigned ones those count that run.
 */
export function matricesOf(set: LoadedRuleSet, { named, assigned }: RequestedMatrices): readonly string[] | undefined {
  if (named.length > 0) return named.map((id) => running(set, id) ?? throwNotRunning(set, id));
  const keys = assigned.flatMap((id) => running(set, id) ?? []);
  return keys.length > 0 ? keys : undefined;
}
