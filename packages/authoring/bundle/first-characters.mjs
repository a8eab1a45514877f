import { pathToFileURL, fileURLToPath } from 'node:url';

const inRepository = (/** @type {string} */ path) =>
  pathToFileURL(fileURLToPath(new URL(`../../../${path}`, import.meta.url))).href;

const lineEnds = [10, 13];

/**
 * Determines the characters with which the words of the language begin, and which words may contain a line end. The lexer derives this from
 * its patterns each time it is created, with a parser of patterns; here it is derived once.
 *
 * @returns {Promise<string>} a module in place of the one that finds out
 */
export async function firstCharacters() {
  const { allTokens } = await import(inRepository('grammar/dist/tokens/all-tokens.js'));
  const { getOptimizedStartCodesIndices, canMatchCharCode } = await import(
    inRepository('node_modules/chevrotain/lib/src/scan/reg_exp.js')
  );
  /** @type {RegExp[]} */
  const patterns = allTokens.flatMap((/** @type {{PATTERN?: unknown}} */ { PATTERN }) =>
    PATTERN instanceof RegExp ? [PATTERN] : [],
  );
  const table = Object.fromEntries(
    patterns.map((pattern) => [
      String(pattern),
      { codes: ranges(getOptimizedStartCodesIndices(pattern)), hasLineEnd: canMatchCharCode(lineEnds, pattern) },
    ]),
  );
  return `
const table = ${JSON.stringify(table)};
const found = (pattern) => {
  const entry = table[pattern];
  if (!entry) throw new Error('unknown pattern ' + pattern);
  return entry;
};
export const getOptimizedStartCodesIndices = (pattern) =>
  found(pattern).codes.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
export const canMatchCharCode = (_codes, pattern) =>
  pattern instanceof RegExp ? found(pattern).hasLineEnd : /[\\n\\r]/.test(pattern);
export const failedOptimizationPrefixMsg = '';
export const clearRegExpParserCache = () => undefined;
export const getRegExpAst = () => undefined;`;
}

/** `[1, 2, 3, 7]` -> `[[1, 3], [7, 7]]`. */
function ranges(/** @type {readonly number[]} */ codes) {
  /** @type {[number, number][]} */
  const found = [];
  for (const code of [...codes].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else found.push([code, code]);
  }
  return found;
}
