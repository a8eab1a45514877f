import { decodeMatrix, readRules, type FileDeclaration, type MatrixDeclaration } from '@tamis/lang';

import { invalid } from '../../../platform/http/index.js';
import type { RiskMatrix } from '../../rule-sets/index.js';
import { declarationName, type LibraryNames } from './library-names.js';
import { matrixOfFile } from './matrix-of-file.js';
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

/**
 * Matrices of files that there are not yet, by key. Throws 400 for one that is another than the stored one, or has the name of another:
 * matrices are created with files, and changed by themselves.
 */
function newMatricesIn(
  files: readonly NamedSource[],
  matrices: ReadonlyMap<string, RiskMatrix>,
): ReadonlyMap<string, MatrixDeclaration> {
  const found = new Map<string, MatrixDeclaration>();
  const names = new Set([...matrices.values()].map(({ name }) => name));
  for (const { name: file, source } of files)
    for (const declaration of readRules(source).file.matrices) {
      const key = declaration.key.text;
      const stored = matrices.get(key);
      const wanted = matrixOfFile(declaration);
      if (stored && matrixText(stored) === matrixText(wanted)) continue;
      if (stored)
        throw invalid({
          [file]: `the matrix ${key} is not the stored one: change it with PUT /risk-matrices/${stored.id}`,
        });
      if (names.has(wanted.name))
        throw invalid({ [file]: `another matrix than ${key} is called ${JSON.stringify(wanted.name)}` });
      found.set(key, declaration);
    }
  return found;
}

export interface LibraryInFiles {
  /** A declaration that stands in the library, or among the matrices, already. */
  readonly isKnown: (declaration: FileDeclaration) => boolean;
  readonly newMatrices: ReadonlyMap<string, MatrixDeclaration>;
}

/**
 * What of files is shared: names that are declared as in the library, and matrices. A name that is declared otherwise is not, and is a
 * finding of the checker. Throws 400 for a matrix that is not as stored.
 */
export function libraryIn(
  files: readonly NamedSource[],
  shared: LibraryNames,
  matrices: readonly RiskMatrix[],
): LibraryInFiles {
  const current = new Map(matrices.flatMap((each) => (each.status === 'archived' ? [] : [[each.key, each] as const])));
  const newMatrices = newMatricesIn(files, current);
  const known = new Map(shared.file.declarations.map((each) => [declarationName(each), printedDeclaration(each)]));
  const isKnown = (declaration: FileDeclaration): boolean => {
    if (declaration.kind === 'importDeclaration') return true;
    if (declaration.kind === 'matrixDeclaration') return !newMatrices.has(declaration.key.text);
    const name = declarationName(declaration);
    return name !== null && known.get(name) === printedDeclaration(declaration);
  };
  return { isKnown, newMatrices };
}
