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

/** The matrices a run executes: those of the first member that has any; where none has, the defaults. */
export interface RequestedMatrices {
  /** By the request. Each must run. */
  readonly named: readonly string[];
  /** To the record. Of these those count that run; where none does, no rule runs. */
  readonly assigned: readonly string[];
  /** By the last run of the record, which they stay with as long as one of them runs. */
  readonly last?: readonly string[];
}

/** Whether all of them run as this set has it. */
export const areAllRunning = (set: LoadedRuleSet, { named, assigned, last = [] }: RequestedMatrices): boolean =>
  [...named, ...assigned, ...last].every((id) => running(set, id) !== null);

/** Keys, in order; `nothing`: matrices are given, and none of them runs. */
export type MatrixChoice = readonly string[] | 'defaults' | 'nothing';

/** Throws 422 for a matrix that is named and does not exist or does not run. */
export function chooseMatrices(set: LoadedRuleSet, { named, assigned, last = [] }: RequestedMatrices): MatrixChoice {
  if (named.length > 0) return named.map((id) => running(set, id) ?? throwNotRunning(set, id));
  const keys = (assigned.length > 0 ? assigned : last).flatMap((id) => running(set, id) ?? []);
  if (keys.length > 0) return keys;
  return assigned.length > 0 ? 'nothing' : 'defaults';
}
