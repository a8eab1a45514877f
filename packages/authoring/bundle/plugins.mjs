import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** @typedef {import('esbuild').Plugin} Plugin */

/** Packages with which library functions compute. An editor reads only their declarations and never evaluates. */
const evaluationOnly = /^(?:libphonenumber-js|stdnum|ibantools|double-metaphone|@tamis\/screening)(?:\/|$)/;

/** Files that compute for library functions and contain no declarations. */
const computationOnly =
  /[\\/](?:similarity-ceiling|phonetic|spelling-rules|name-tokens|wallet-forms|edit-distance|jaro-winkler|exact-sum)\.js$/;

/** Returns a module with the same exported names, none of which can be called. */
async function leftOut(/** @type {string} */ path) {
  const names = Object.keys(await import(path));
  return `
const left = () => { throw new Error('${basename(path, '.js')} is not part of an editor'); };
const nothing = new Proxy(left, { get: () => nothing });
${names.map((name) => (name === 'default' ? 'export default nothing;' : `export const ${name} = nothing;`)).join('\n')}`;
}

/** Fields of declarations that only an evaluation reads, or that are loaded later, with their replacements. */
const replaced = new Map([
  ['evaluate', 'evaluate: undefined as never'],
  ['specialize', 'specialize: undefined as never'],
  ['fold', 'fold: undefined as never'],
  ['documentation', "documentation: ''"],
  ['examples', 'examples: []'],
]);

/** Returns the description of a field: `row('name', types.name, 'display name')`. */
function descriptionIn(/** @type {ts.Node} */ node) {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'row') return null;
  const [, , description] = node.arguments;
  return description && ts.isStringLiteralLike(description) ? description : null;
}

/** Returns a module of the library without these fields and descriptions. */
function declarationsOnly(/** @type {string} */ path) {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {{start: number, end: number, text: string}[]} */
  const edits = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const isMember =
      ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node) || ts.isShorthandPropertyAssignment(node);
    const other = isMember && ts.isIdentifier(node.name) ? replaced.get(node.name.text) : undefined;
    const description = descriptionIn(node);
    if (description) edits.push({ start: description.getStart(), end: description.end, text: "''" });
    if (other !== undefined) edits.push({ start: node.getStart(), end: node.end, text: other });
    else ts.forEachChild(node, visit);
  };
  visit(file);
  edits.sort((a, b) => a.start - b.start);
  return edits.reduceRight((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
}

/**
 * Removes the evaluation from the library, except arithmetic, with which the checker computes constants.
 *
 * @type {Plugin}
 */
export const withoutEvaluation = {
  name: 'without-evaluation',
  setup(bundler) {
    bundler.onResolve({ filter: evaluationOnly }, ({ path }) => ({ path, namespace: 'left-out' }));
    bundler.onResolve({ filter: computationOnly }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path).replace(/^(.*[\\/])src([\\/])/, '$1dist$2'),
      namespace: 'left-out',
    }));
    bundler.onLoad({ filter: /.*/, namespace: 'left-out' }, async ({ path }) => ({
      contents: await leftOut(path),
      loader: 'js',
    }));
    bundler.onLoad({ filter: /[\\/]library[\\/]src[\\/].*\.ts$/ }, ({ path }) =>
      /[\\/](?:arithmetic|patterns[\\/].*)\.ts$/.test(path)
        ? undefined
        : { contents: declarationsOnly(path), loader: 'ts' },
    );
  },
};

/**
 * Removes the examples of diagnostics, which are pages of the manual.
 *
 * @type {Plugin}
 */
export const withoutPages = {
  name: 'without-pages',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]diagnostics[\\/]codes[\\/][ew]\d+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/\n {2}example: (?:\{\n[^]*?\n {2}\}|\{[^\n]*\}),\n/, '\n'),
      loader: 'ts',
    }));
  },
};

const nothing = fileURLToPath(new URL('nothing.mjs', import.meta.url));

/**
 * Moves code to parts that are loaded later, or removes it. The checker, as an editor uses it, needs no analysis; this is loaded with
 * `analyse`. Patterns are checked through the catalogue. Grammar and words were already validated when they were built.
 *
 * @type {(documentation: object) => Plugin}
 */
export const laterParts = (documentation) => ({
  name: 'later-parts',
  setup(bundler) {
    bundler.onResolve({ filter: /\/analysis\/(?:analyse-rules|describe-finding)\.js$/ }, ({ importer }) =>
      importer.endsWith('lint-set.ts') ? { path: nothing } : undefined,
    );
    // This is the only way in which the first part would reach the analysis.
    bundler.onLoad({ filter: /[\\/]lang[\\/]src[\\/]index\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace("export * from './analysis/index.js';\n", ''),
      loader: 'ts',
    }));
    bundler.onLoad({ filter: /[\\/]features[\\/]describe-set\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace("'@tamis/lang'", "'tamis:analysis'"),
      loader: 'ts',
    }));
    bundler.onResolve({ filter: /^tamis:analysis$/ }, ({ path }) => ({
      path,
      namespace: 'analysis',
      sideEffects: false,
    }));
    bundler.onLoad({ filter: /.*/, namespace: 'analysis' }, () => ({
      contents: "export * from './analysis/index.ts';\nexport * from './rule-set/find-in-set.ts';",
      resolveDir: fileURLToPath(new URL('../../lang/src', import.meta.url)),
      loader: 'ts',
    }));
    bundler.onResolve({ filter: /\/patterns\/(?:pattern-problem|compile-pattern)\.js$/ }, () => ({ path: nothing }));
    bundler.onResolve({ filter: /\/checks\.js$/ }, ({ importer }) =>
      importer.includes('chevrotain') ? { path: nothing } : undefined,
    );
    bundler.onResolve({ filter: /\/documentation\.mjs$/ }, ({ path }) => ({ path, namespace: 'documentation' }));
    bundler.onLoad({ filter: /.*/, namespace: 'documentation' }, () => ({
      contents: JSON.stringify(documentation),
      loader: 'json',
    }));
    bundler.onResolve({ filter: /\/patterns\.mjs$/ }, () => ({
      path: fileURLToPath(new URL('../../library/src/patterns/pattern-problem.ts', import.meta.url)),
      sideEffects: false,
    }));
  },
});
