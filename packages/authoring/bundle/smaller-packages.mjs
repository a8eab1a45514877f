import { readFileSync } from 'node:fs';
import { firstCharacters } from './first-characters.mjs';

/** Curves, roots and other bases, with which only an evaluation computes. */
const curves =
  /^(?:(?:inverse)?(?:hyperbolic)?(?:co)?(?:sine|tangent)|inverse\w+|hyperbolic\w+|cubeRoot|squareRoot|logarithm|natural\w+|toPower|toBinary|toHexadecimal|toOctal|toFraction|a?(?:cos|sin|tan)h?|atan2|cbrt|sqrt|exp|hypot|ln|log(?:2|10)?|pow|random)$/i;

const withoutCurves = (/** @type {string} */ text) =>
  text
    .replace(/^P\.(\w+) = (?:P\.\w+ = )?function [^]*?^\};$/gm, (method, name) => (curves.test(name) ? '' : method))
    .replace(/^ {2}Decimal\.(\w+) = \1;.*$/gm, (line, name) => (curves.test(name) ? '' : line))
    // Numbers with a thousand digits, which only these curves read.
    .replace(/^ {2}(LN10|PI) = '[\d.]+',$/gm, "  $1 = '',")
    .replace(/^(?:LN10|PI) = new Decimal\((?:LN10|PI)\);$/gm, '');

/** Empties functions of a module whose checks were already made when its user was built. */
const emptied = (/** @type {readonly string[]} */ names) => (/** @type {string} */ text) =>
  names.reduce(
    (result, name) =>
      result.replace(new RegExp(`^export function ${name}\\([^]*?^\\}$`, 'm'), `export const ${name} = () => [];`),
    text,
  );

const withoutMessages = (/** @type {string} */ text) =>
  text.replace(/^export const (defaultGrammar\w+Provider) = \{[^]*?^\};$/gm, 'export const $1 = {};');

/** Removes the names of errors in words and grammars, which are checked when these are built. */
const withoutErrorTypes = (/** @type {string} */ text) =>
  text.replace(/^\(function \((\w+DefinitionErrorType)\) \{[^]*?^\}\)\(\1 \|\| \(\1 = \{\}\)\);$/gm, '$1 = {};');

/** The operations of the parser's runtime on lists and on the values of plain objects, always called with a function. */
const overLists = Object.fromEntries(
  ['some', 'every', 'filter', 'find'].map((name) => [
    name,
    `export const ${name} = (of, test) => (Array.isArray(of) ? of : Object.values(of ?? {})).${name}(test);`,
  ]),
);

const refused = (/** @type {string} */ name) =>
  `export const ${name} = () => { throw new Error('${name} is not part of this bundle'); };`;

/** @type {readonly (readonly [RegExp, (text: string) => string])[]} */
const smaller = [
  [/[\\/]decimal\.js[\\/]decimal\.mjs$/, withoutCurves],
  [
    /[\\/]chevrotain[\\/]lib[\\/]src[\\/]scan[\\/]lexer\.js$/,
    emptied([
      'findEndOfInputAnchor',
      'findStartOfInputAnchor',
      'validatePatterns',
      'performRuntimeChecks',
      'performWarningRuntimeChecks',
    ]),
  ],
  [/[\\/]chevrotain[\\/]lib[\\/]src[\\/](?:scan[\\/]lexer_public|parse[\\/]parser[\\/]parser)\.js$/, withoutErrorTypes],
  // Trees are read by their fields, never by a visitor.
  [
    /[\\/]chevrotain[\\/]lib[\\/]src[\\/]parse[\\/]cst[\\/]cst_visitor\.js$/,
    emptied(['createBaseSemanticVisitorConstructor', 'createBaseVisitorConstructorWithDefaults']),
  ],
  [/[\\/]chevrotain[\\/]lib[\\/]src[\\/]parse[\\/]errors_public\.js$/, withoutMessages],
  // The parser's runtime passes functions to `find` and similar functions, never partial objects.
  [/[\\/]compat[\\/]predicate[\\/]matches\.mjs$/, () => refused('matches')],
  [/[\\/]compat[\\/]predicate[\\/]matchesProperty\.mjs$/, () => refused('matchesProperty')],
  [
    /[\\/]compat[\\/]array[\\/](?:some|every|filter|find)\.mjs$/,
    (text) => overLists[/export \{ (\w+)/.exec(text)?.[1] ?? ''] ?? text,
  ],
  [/[\\/]compat[\\/]array[\\/]includes\.mjs$/, () => 'export const includes = (list, value) => list.includes(value);'],
  // It copies lists and plain objects, and reads fields by name, never by path.
  [
    /[\\/]compat[\\/]object[\\/]clone\.mjs$/,
    () => 'export const clone = (value) => (Array.isArray(value) ? [...value] : { ...value });',
  ],
  [
    /[\\/]compat[\\/]object[\\/]has\.mjs$/,
    () => 'export const has = (object, key) => object != null && Object.hasOwn(object, key);',
  ],
  [/[\\/]compat[\\/]object[\\/]get\.mjs$/, () => 'export const get = (object, key) => object?.[key];'],
];

/**
 * Removes code from packages that the checker never calls: curves of the decimals, and checks of words and grammar that were made when
 * these were built.
 *
 * @type {import('esbuild').Plugin}
 */
export const smallerPackages = {
  name: 'smaller-packages',
  setup(bundler) {
    for (const [filter, change] of smaller)
      bundler.onLoad({ filter }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const changed = change(text);
        if (changed === text) throw new Error(`${path} is not written as it was`);
        return { contents: changed, loader: 'js' };
      });
    bundler.onResolve({ filter: /\/reg_exp(?:_parser)?\.js$/ }, () => ({
      path: 'first-characters',
      namespace: 'first-characters',
      sideEffects: false,
    }));
    bundler.onLoad({ filter: /.*/, namespace: 'first-characters' }, async () => ({
      contents: await firstCharacters(),
      loader: 'js',
    }));
    // The newer library provides the same functions.
    bundler.onResolve({ filter: /^lodash-es$/ }, ({ resolveDir }) =>
      bundler.resolve('es-toolkit/compat', { kind: 'import-statement', resolveDir }),
    );
  },
};
