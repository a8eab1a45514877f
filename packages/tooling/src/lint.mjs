// node lint.mjs [--types-only] [--beside-build] [--files FILE...]: the linter and the types of tests on one program. Most rules ask what types are, so
// that checking types after them costs little. A change is linted where it is made; types are checked everywhere, or beside a build,
// which checks those of sources, of all else.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { pages } from '../eslint.config.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const own = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const [isTypesOnly, files] = [process.argv.includes('--types-only'), process.argv.indexOf('--files')];

const program = readProgram('tsconfig.tests.json');
/** What browsers run. */
const pageProgram = readProgram('tsconfig.pages.json');
const isTidy = isTypesOnly || (await lint(files === -1 ? ['.'] : process.argv.slice(files + 1)));
const isTyped = checkTypes();
process.exitCode = isTidy && isTyped ? 0 : 1;

function readProgram(config) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => report([problem]) };
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(own(config), {}, host);
  return ts.createProgram(fileNames, options);
}

async function lint(patterns) {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: own('eslint.config.mjs'),
    overrideConfig: [
      { files: ['**/*.ts', '**/*.cts'], languageOptions: { parserOptions: { programs: [program] } } },
      { files: pages, languageOptions: { parserOptions: { programs: [pageProgram] } } },
    ],
    // A changed file may be one that is not linted.
    warnIgnored: false,
    errorOnUnmatchedPattern: false,
  });
  const results = await eslint.lintFiles(patterns);
  const text = await (await eslint.loadFormatter('stylish')).format(results);
  if (text) console.log(text);
  return results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
}

function checkTypes() {
  const problems = ts.sortAndDeduplicateDiagnostics([...problemsOf(program), ...ts.getPreEmitDiagnostics(pageProgram)]);
  report(problems);
  return problems.length === 0;
}

function problemsOf(each) {
  if (!process.argv.includes('--beside-build')) return ts.getPreEmitDiagnostics(each);
  const files = each.getSourceFiles().filter(({ fileName }) => !isBuilt(relative(root, fileName)));
  return files.flatMap((file) => ts.getPreEmitDiagnostics(each, file));
}

/** Sources and declarations of packages: `tsc -b` reads the same, by the same settings. */
function isBuilt(path) {
  const isSource = /^(grammar|bench|(apps|packages)\/[^/]+)\/src\//.test(path) && !/\.test\.ts$/.test(path);
  return isSource || path.startsWith('node_modules/');
}

function report(problems) {
  const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
  if (problems.length > 0) console.log(ts.formatDiagnosticsWithColorAndContext(problems, host));
}
