import { decodeMatrix, readRules, type FileDeclaration } from '@tamis/lang';

import { invalid } from '../../../platform/http/index.js';
import type { RiskMatrix } from '../../rule-sets/index.js';
import { declarationName, type LibraryNames } from './library-names.js';
import { printedDeclaration, type NamedSource } from './rules-in-files.js';

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

/** Throws 400 for a matrix that is another than the stored one: matrices are not changed with files. */
function refuseOtherMatrices(files: readonly NamedSource[], matrices: ReadonlyMap<string, RiskMatrix>): void {
  for (const { name, source } of files)
    for (const declaration of readRules(source).file.matrices) {
      const key = declaration.key.text;
      const stored = matrices.get(key);
      if (stored && matrixText(stored) === printedDeclaration(declaration)) continue;
      const what = stored ? `is not the stored one: change it with PUT /risk-matrices/${stored.id}` : 'is not stored';
      throw invalid({ [name]: `the matrix ${key} ${what}` });
    }
}

/**
 * Whether a declaration of files stands in the library or among the matrices already: shared names, declared as there, and matrices.
 * A name that is declared otherwise does not, and is a finding of the checker. Throws 400 for a matrix that is not as stored.
 */
export function libraryIn(
  files: readonly NamedSource[],
  shared: LibraryNames,
  matrices: readonly RiskMatrix[],
): (declaration: FileDeclaration) => boolean {
  const current = new Map(matrices.flatMap((each) => (each.status === 'archived' ? [] : [[each.key, each] as const])));
  refuseOtherMatrices(files, current);
  const known = new Map(shared.file.declarations.map((each) => [declarationName(each), printedDeclaration(each)]));
  return (declaration) => {
    if (declaration.kind === 'matrixDeclaration' || declaration.kind === 'importDeclaration') return true;
    const name = declarationName(declaration);
    return name !== null && known.get(name) === printedDeclaration(declaration);
  };
}
