// node lint.mjs [--types-only] [--files FILE...]: the linter and the types of tests on one program. Most rules ask what types are, so
// that checking types after them costs little. A change is linted where it is made; types are checked everywhere.
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
  const problems = [program, pageProgram].flatMap((each) => [
    ...each.getConfigFileParsingDiagnostics(),
    ...ts.getPreEmitDiagnostics(each),
  ]);
  report(problems);
  return problems.length === 0;
}

function report(problems) {
  const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
  if (problems.length > 0) console.log(ts.formatDiagnosticsWithColorAndContext(problems, host));
}
