import { decodeMatrix } from '@tamis/lang';

import type { RiskMatrix } from '../../../decisions/rule-sets/index.js';
import { printDeclaration } from './rules-in-files.js';

/** Returns a matrix as declared in files, by its key; undefined if rules may not name it. */
export type MatrixTextLookup = (key: string) => string | undefined;

/** Returns a matrix as text. */
export function matrixText({
  key,
  name,
  description,
  targetEntityTypes,
  scoringConfig,
  decisions,
}: RiskMatrix): string {
  const json = { key, name, ...(description !== '' && { description }), targetEntityTypes, scoringConfig, decisions };
  const { matrix } = decodeMatrix(json);
  if (!matrix) throw new Error(`the stored risk matrix ${key} is invalid`);
  return printDeclaration(matrix);
}

/** Returns matrices that rules may name, by key. */
export const currentMatrices = (matrices: readonly RiskMatrix[]): ReadonlyMap<string, RiskMatrix> =>
  new Map(matrices.flatMap((each) => (each.status === 'archived' ? [] : [[each.key, each] as const])));

/** Texts are only created when requested. */
export function matrixTextLookup(matrices: readonly RiskMatrix[]): MatrixTextLookup {
  const current = currentMatrices(matrices);
  return (key) => {
    const matrix = current.get(key);
    return matrix && matrixText(matrix);
  };
}
