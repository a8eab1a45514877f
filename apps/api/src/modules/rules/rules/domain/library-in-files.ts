import type { FileDeclaration, MatrixDeclaration } from '@tamis/lang';

import { invalid } from '../../../../platform/http/index.js';
import type { RiskMatrix } from '../../../decisions/rule-sets/index.js';
import { declarationName, type LibraryNames } from './library-names.js';
import { matrixFromDeclaration } from './matrix-from-declaration.js';
import { currentMatrices, matrixText } from './matrix-texts.js';
import { type ParsedFile, printDeclaration } from './rules-in-files.js';

/** A matrix declared in files that differs from the stored one. */
export interface PlannedMatrix {
  readonly declaration: MatrixDeclaration;
  /** `null` for a new matrix. */
  readonly stored: RiskMatrix | null;
  /** Descriptions shown in plans. */
  readonly words: readonly string[];
}

/** Returns the subject of a line of a matrix. */
const lineSubject = (line: string): string =>
  line
    .split(' ')
    .slice(0, line.startsWith('decide ') ? 2 : 1)
    .join(' ');

const matrixLines = (matrix: RiskMatrix): ReadonlyMap<string, string> =>
  new Map(
    matrixText(matrix)
      .split('\n')
      .map((line) => line.replace(/\{$/, '').trim().replace(/\s+/g, ' '))
      .filter((line) => line !== '' && line !== '}')
      .map((line) => [lineSubject(line), line]),
  );

/** Returns one line per difference. */
function describeMatrixChanges(stored: RiskMatrix, wanted: RiskMatrix): readonly string[] {
  const [before, after] = [matrixLines(stored), matrixLines(wanted)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((subject) => {
    const [from, to] = [before.get(subject), after.get(subject)];
    if (from === to) return [];
    if (from === undefined) return [`adds ${to}`];
    return to === undefined ? [`removes ${from}`] : [`${from} → ${to}`];
  });
}

/** Returns matrices in files that have to be created or changed, by key. Throws 400 for one with the name of another. */
function findChangedMatrices(
  files: readonly ParsedFile[],
  matrices: ReadonlyMap<string, RiskMatrix>,
): ReadonlyMap<string, PlannedMatrix> {
  const found = new Map<string, PlannedMatrix>();
  const keys = new Map([...matrices.values()].map(({ name, key }) => [name, key]));
  for (const {
    name: file,
    file: { matrices: declared },
  } of files)
    for (const declaration of declared) {
      const key = declaration.key.text;
      const stored = matrices.get(key) ?? null;
      const wanted = matrixFromDeclaration(declaration);
      if (stored && matrixText(stored) === matrixText(wanted)) continue;
      if ((keys.get(wanted.name) ?? key) !== key)
        throw invalid({ [file]: `another matrix than ${key} has the name ${JSON.stringify(wanted.name)}` });
      found.set(key, { declaration, stored, words: stored ? describeMatrixChanges(stored, wanted) : [] });
    }
  return found;
}

export interface LibraryInFiles {
  /** Whether a declaration already exists in the library or among the matrices. */
  readonly isKnown: (declaration: FileDeclaration) => boolean;
  readonly changedMatrices: ReadonlyMap<string, PlannedMatrix>;
}

/**
 * Returns what files have in common with the library: names declared in the same way, and matrices. A name that is declared differently is
 * not included, and is reported by the checker. Throws 400 for a matrix with the name of another.
 */
export function readLibraryInFiles(
  files: readonly ParsedFile[],
  shared: LibraryNames,
  matrices: readonly RiskMatrix[],
): LibraryInFiles {
  const changedMatrices = findChangedMatrices(files, currentMatrices(matrices));
  const known = new Map(shared.file.declarations.map((each) => [declarationName(each), printDeclaration(each)]));
  const isKnown = (declaration: FileDeclaration): boolean => {
    if (declaration.kind === 'importDeclaration') return true;
    if (declaration.kind === 'matrixDeclaration') return !changedMatrices.has(declaration.key.text);
    const name = declarationName(declaration);
    return name !== null && known.get(name) === printDeclaration(declaration);
  };
  return { isKnown, changedMatrices };
}
