import type { MatrixOutcome } from '@tamis/engine';

import { ApiError } from '../../../../platform/http/index.js';
import type { LoadedRuleSet } from '../../rule-sets/index.js';

/** The matrices a run executes: those the request names, else those the record was assigned; neither: the defaults. */
export interface WantedMatrices {
  readonly named: readonly string[];
  readonly assigned: readonly string[];
}

export const noMatrices: WantedMatrices = { named: [], assigned: [] };

const running = ({ content }: LoadedRuleSet, id: string): string | null => {
  const matrix = content.matrices?.find(({ matrixId }) => matrixId === id.toLowerCase());
  return matrix && matrix.status !== 'inactive' ? matrix.key : null;
};

/** Whether all of them run as this set has it. */
export const hasRunning = (set: LoadedRuleSet, { named, assigned }: WantedMatrices): boolean =>
  [...named, ...assigned].every((id) => running(set, id) !== null);

/**
 * Keys of the wanted matrices, in order; undefined: the defaults. Throws 422 for one that is named and does not exist or does not
 * run; of the assigned ones those count that run.
 */
export function matricesOf(set: LoadedRuleSet, { named, assigned }: WantedMatrices): readonly string[] | undefined {
  if (named.length > 0) return named.map((id) => running(set, id) ?? refuse(set, id));
  const keys = assigned.flatMap((id) => running(set, id) ?? []);
  return keys.length > 0 ? keys : undefined;
}

function refuse({ content }: LoadedRuleSet, id: string): never {
  const matrix = content.matrices?.find(({ matrixId }) => matrixId === id.toLowerCase());
  const message = matrix ? `the risk matrix ${matrix.key} is not active` : `no active risk matrix has the id ${id}`;
  throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such active risk matrix', { riskMatrixIds: message });
}

/** Ids of the matrices that were executed, in order. */
export const executedIds = (
  { content }: LoadedRuleSet,
  executed: readonly MatrixOutcome[] | undefined,
): readonly string[] =>
  (executed ?? []).flatMap(({ matrix }) => content.matrices?.find(({ key }) => key === matrix)?.matrixId ?? []);
