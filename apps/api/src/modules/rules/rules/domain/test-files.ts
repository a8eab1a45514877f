import { readRules, type Diagnostic, type ListBinding, type SourceFile, type Target } from '@tamis/lang';
import {
  runFileTests,
  summarizeCoverage,
  type CoverageSummary,
  type MutantReport,
  type RuleTestReport,
  type TestCaseResult,
} from '@tamis/authoring/rule-tests';

/** A file whose tests are executed. */
export interface TestFile {
  readonly name: string;
  readonly source: string;
  /** The lists that the file names, by the reference used there. */
  readonly lists: Readonly<Record<string, ListBinding>>;
}

/** The data that a thread needs to execute tests; it contains no functions. */
export interface TestJob {
  readonly files: readonly TestFile[];
  /** Whether each file can use the declarations of the others. */
  readonly sharesDeclarations: boolean;
  /** The names that rules share. Parameters have their defaults. */
  readonly shared: { readonly source: string };
  /** The targets that rules of the named matrices can have, by key. */
  readonly matrices: Readonly<Record<string, readonly Target[]>>;
  /** The titles of the tests; `null` means all tests. */
  readonly tests: readonly string[] | null;
  readonly mutants: boolean;
  /** The maximum number of tests to execute. */
  readonly limit: number;
}

export interface RuleTestOutcome {
  readonly file: string;
  /** The key of the rule; `null` for a test of several rules. */
  readonly rule: string | null;
  readonly rules: readonly string[];
  readonly test: string;
  readonly status: 'passed' | 'failed' | 'todo';
  /** Whether all expectations of a `todo` test are met. */
  readonly todoPasses: boolean;
  readonly cases: readonly TestCaseResult[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface TestFilesResult {
  readonly passed: number;
  readonly failed: number;
  readonly todo: number;
  readonly results: readonly RuleTestOutcome[];
  readonly diagnostics: readonly (Diagnostic & { readonly file: string })[];
  readonly coverage: CoverageSummary;
  /** Present only on request. */
  readonly mutants?: MutantReport;
}

const sharedFileName = 'shared names';

const withFileName = (file: string, diagnostics: readonly Diagnostic[]): TestFilesResult['diagnostics'] =>
  diagnostics.map((diagnostic) => ({ ...diagnostic, file }));

const toRuleTestOutcomes = (file: string, { results }: RuleTestReport): readonly RuleTestOutcome[] =>
  results.map(({ title, rules, status, todoPasses, cases, diagnostics }) => ({
    file,
    rule: rules.length === 1 ? rules[0]! : null,
    rules,
    test: title,
    status,
    todoPasses,
    cases,
    diagnostics,
  }));

function mergeReports(reports: readonly (readonly [string, RuleTestReport])[], mutants: boolean): TestFilesResult {
  const sum = (count: (report: RuleTestReport) => number): number =>
    reports.reduce((total, [, report]) => total + count(report), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    todo: sum(({ todo }) => todo),
    results: reports.flatMap(([file, report]) => toRuleTestOutcomes(file, report)),
    diagnostics: reports.flatMap(([file, report]) => withFileName(file, report.diagnostics)),
    coverage: summarizeCoverage(reports.flatMap(([, { leaves }]) => leaves)),
    ...(mutants && {
      mutants: {
        total: sum((report) => report.mutants?.total ?? 0),
        killed: sum((report) => report.mutants?.killed ?? 0),
        survivors: reports.flatMap(([, report]) => report.mutants?.survivors ?? []),
      },
    }),
  };
}

/** Executes the tests of files. It is a pure function. If there are more tests than `limit`, it executes none and returns their number. */
export function testFiles({
  files,
  sharesDeclarations: together,
  shared,
  matrices,
  tests,
  mutants,
  limit,
}: TestJob): TestFilesResult | number {
  const read = files.map((file) => ({ ...file, ...readRules(file.source) }));
  const isWanted = (title: string): boolean => tests?.includes(title) ?? true;
  const count = read
    .flatMap(({ file }) => [...file.rules.flatMap((rule) => rule.tests), ...file.tests])
    .filter(({ title }) => isWanted(title.value)).length;
  if (count > limit) return count;
  const library: SourceFile = { name: sharedFileName, file: readRules(shared.source).file, shared: true };
  // A file without rules cannot be checked alone, because the check would not know what other files use of it.
  const tested = read.filter(
    ({ file, diagnostics }) => file.rules.length + file.tests.length > 0 || diagnostics.length > 0,
  );
  const reports = tested.map(({ name, source, file, diagnostics, lists }) => {
    const report = runFileTests(file, diagnostics, {
      name,
      source,
      shared: [library, ...(together ? read.filter((other) => other.name !== name) : [])],
      findList: (reference) => (Object.hasOwn(lists, reference) ? lists[reference]! : null),
      findMatrix: (key) => (Object.hasOwn(matrices, key) ? matrices[key]! : null),
      // The check of the rules reports unknown currencies.
      currencies: 'any',
      only: isWanted,
      mutants,
    });
    return [name, report] as const;
  });
  return mergeReports(reports, mutants);
}
