import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  checkFiles,
  declaredNames,
  decodeMatrix,
  decodeRule,
  encodeMatrix,
  encodeRule,
  formatRules,
  readRules,
  renderCodeFrame,
  ruleDeclaration,
  sameTree,
  type Diagnostic,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { runRuleTests } from '@tamis/authoring/rule-tests';
import { referenceOracle } from '../../packages/authoring/test/rule-tests/support/reference-oracle.js';

export interface RuleSource {
  /** Name of the file below `rules-fixtures`. */
  readonly name: string;
  readonly source: string;
}

const fixtures = path.resolve(__dirname, '../../rules-fixtures');

/** Returns every rule file of a folder of `rules-fixtures`, by name. */
export function ruleFiles(folder: string): readonly RuleSource[] {
  return readdirSync(path.join(fixtures, folder))
    .filter((file) => file.endsWith('.rules'))
    .sort()
    .map((file) => ({
      name: `${folder}/${file}`,
      source: readFileSync(path.join(fixtures, folder, file), 'utf8'),
    }));
}

/** Returns the diagnostics of parsing and checking, without a server. */
export function diagnosticsOf({ name, source }: RuleSource): readonly Diagnostic[] {
  const { file, diagnostics } = readRules(source);
  const checked = checkFiles([{ name, file, source }], { catalogue: libraryCatalogue, lints: { pragma: true } });
  return [...diagnostics, ...(checked.diagnostics.get(name) ?? [])];
}

/** Returns code frames, so that a failure is readable. */
const framesOf = (diagnostics: readonly Diagnostic[], { name, source }: RuleSource): readonly string[] =>
  diagnostics.map((diagnostic) => renderCodeFrame(diagnostic, { file: name, source }));

export function expectNoFindings(file: RuleSource): void {
  expect(framesOf(diagnosticsOf(file), file)).toEqual([]);
}

/** Checks that the file is formatted as the formatter writes it. */
export function expectFormatted({ source }: RuleSource): void {
  expect(formatRules(source).text).toBe(source);
}

/** Checks that every rule and every matrix is decoded from its JSON as the same tree. */
export function expectJsonBothWays({ source }: RuleSource): void {
  const { file } = readRules(source);
  const names = declaredNames(file);
  for (const rule of file.rules) {
    const { rule: decoded, diagnostics } = decodeRule(JSON.parse(JSON.stringify(encodeRule(rule, names))));
    expect(diagnostics).toEqual([]);
    expect(sameTree(decoded, ruleDeclaration({ ...rule, tests: [] }))).toBe(true);
  }
  for (const matrix of file.matrices) {
    const { matrix: decoded } = decodeMatrix(JSON.parse(JSON.stringify(encodeMatrix(matrix))));
    expect(sameTree(decoded, matrix)).toBe(true);
  }
}

/** Checks that every rule has a test, and that every test passes on the engine and, with the same result, on the reference. */
export function expectTestsToPass(file: RuleSource): void {
  const report = runRuleTests(file.source, { oracle: referenceOracle });
  expect(
    framesOf(
      report.results.flatMap(({ diagnostics }) => diagnostics),
      file,
    ),
  ).toEqual([]);
  expect(report).toMatchObject({ failed: 0, todo: 0, untested: [] });
  expect(report.passed).toBeGreaterThan(0);
}
