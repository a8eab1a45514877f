import { decodeMatrix } from '@tamis/lang';

import type { RiskMatrix } from '../../rule-sets/index.js';
import { printedDeclaration } from './rules-in-files.js';

/** Matrices as files declare them, by key. */
export type MatrixTexts = ReadonlyMap<string, string>;

/** A matrix as text. */
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
  if (!matrix) throw new Error(`the stored risk matrix ${key} is not valid`);
  return printedDeclaration(matrix);
}

/** Of those that rules may name. */
export const matrixTexts = (matrices: readonly RiskMatrix[]): MatrixTexts =>
  new Map(matrices.filter(({ status }) => status !== 'archived').map((each) => [each.key, matrixText(each)]));
