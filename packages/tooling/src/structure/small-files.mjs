import { workspaceOf } from './relative-imports.mjs';

/** @typedef {import('./relative-imports.mjs').Import} Import */
/** @typedef {import('./relative-imports.mjs').SourceFile} SourceFile */

const fewestLines = 25;

/** One file per named thing, regardless of its size, because they are found by their name. */
const declarations = [
  /^packages\/library\/src\/(operators|functions|aggregates|fields|enumerations)\//,
  /^packages\/lang\/src\/diagnostics\/codes\//,
  // Each resource of the API has its module.
  /^apps\/api\/src\/.*[.]module[.]ts$/,
  // A page file represents a URL, an index file a module boundary, and a text file the texts of a screen in one language.
  /^apps\/console\/src\/(features\/[^/]+\/(pages\/|index[.])|i18n\/[a-z]+\/)/,
];

/**
 * Returns files of a few lines that only one other file imports: usually they are a part of that file.
 *
 * @param {readonly SourceFile[]} files
 * @param {readonly Import[]} imports
 * @returns {readonly string[]}
 */
export function smallFiles(files, imports) {
  return files
    .filter(({ path, text }) => {
      if (workspaceOf(path) === undefined || declarations.some((each) => each.test(path))) return false;
      const users = new Set(imports.filter(({ from, to }) => to === path && !isTest(from)).map(({ from }) => from));
      return users.size === 1 && text.trimEnd().split('\n').length < fewestLines;
    })
    .map(({ path }) => path);
}

const isTest = (/** @type {string} */ path) => /(^|\/)test\//.test(path);
