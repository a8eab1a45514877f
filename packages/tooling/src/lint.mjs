// node lint.mjs [--types-only | --lint-only] [FILE...]: the linter and the types of tests, on one program. Most rules ask what types
// are, so that checking types afterwards costs little. What `tsc -b` builds it has checked.
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const own = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const mark = (label) => process.env.TAMIS_TIMES && console.error(label, performance.now() | 0, process.cpuUsage().user / 1e6 | 0);
const program = readProgram();
mark('program');
const files = process.argv.slice(2);
const isTidy = await lint(files.length === 0 ? ['.'] : files);
mark('lint');
const isTyped = checkTypes();
mark('types');
process.exitCode = isTidy && isTyped ? 0 : 1;

function readProgram() {
  const file = own('tsconfig.tests.json');
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => report([problem]) };
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(file, {}, host);
  return ts.createProgram(fileNames, options);
}

async function lint(patterns) {
  const eslint = new ESLint({
    cwd: root,
    stats: Boolean(process.env.TIMING),
    overrideConfigFile: own('eslint.config.mjs'),
    overrideConfig: { files: ['**/*.ts', '**/*.cts'], languageOptions: { parserOptions: { programs: [program] } } },
  });
  const results = await eslint.lintFiles(patterns);
  const text = await (await eslint.loadFormatter('stylish')).format(results);
  if (text) console.log(text);
  return results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
}

function checkTypes() {
  const problems = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program
      .getSourceFiles()
      .filter(({ fileName }) => !/[\\/](node_modules|dist)[\\/]/.test(fileName) && (process.env.ALLT || !/[\\/]src[\\/]/.test(fileName)))
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
  report(problems);
  return problems.length === 0;
}

function report(problems) {
  const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
  if (problems.length > 0) console.log(ts.formatDiagnosticsWithColorAndContext(problems, host));
}
