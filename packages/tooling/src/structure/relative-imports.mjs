import { posix } from 'node:path';
import ts from 'typescript';

/** @typedef {{ readonly path: string, readonly text: string }} SourceFile `path` is relative to the repository, with `/`. */
/** @typedef {{ readonly from: string, readonly to: string }} Import */

/**
 * Returns the imports between files by relative path, including types. Packages are not followed.
 *
 * @param {readonly SourceFile[]} files
 * @returns {readonly Import[]}
 */
export function relativeImports(files) {
  const known = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path, text }) =>
    ts.preProcessFile(text).importedFiles.flatMap(({ fileName }) => {
      if (!fileName.startsWith('.')) return [];
      const written = posix.join(posix.dirname(path), fileName);
      const to = [written, written.replace(/js$/, 'ts'), written.replace(/js$/, 'tsx')].find((each) => known.has(each));
      return to === undefined ? [] : [{ from: path, to }];
    }),
  );
}

const ofWorkspace = /^(grammar|bench|(?:packages|apps)\/[^/]+)\/src\//;

/** Returns the workspace that a source file belongs to, or `undefined` for tests and settings. */
export const workspaceOf = (/** @type {string} */ path) => ofWorkspace.exec(path)?.[1];
