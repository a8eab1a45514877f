import { limits, readRules, type Diagnostic, type RuleFile } from '@tamis/lang';
import { BoundaryCollector } from './measure/boundary-coverage.js';
import { CoverageCollector, summarizeCoverage, type CoverageSummary, type LeafCoverage } from './measure/coverage.js';
import { runMutants } from './measure/run-mutants.js';
import type { MutantReport } from './measure/mutant-report.js';
import { engineEvaluator } from './run/engine-evaluator.js';
import type { Evaluator, ReferenceEvaluator } from './run/evaluator.js';
import { fileUnderTest, type FileUnderTest, type TestCheckOptions } from './run/rule-file-under-test.js';
import { runTest, type TestResult } from './run/run-test.js';

export interface RuleTestOptions extends TestCheckOptions {
  /** Evaluates every case again with another implementation; a difference is a failed test. */
  readonly oracle?: ReferenceEvaluator;
  /** Defaults to the engine. */
  readonly evaluator?: Evaluator;
  /** Selects the tests to execute. */
  readonly only?: (title: string, rules: readonly string[]) => boolean;
  /** Whether to make changes one at a time, and to check whether a test detects them. */
  readonly mutants?: boolean;
}

/** The results of the tests of one file. */
export interface RuleTestReport {
  /** Errors and warnings of the syntax and the checks. Rules with errors are not tested. */
  readonly diagnostics: readonly Diagnostic[];
  readonly results: readonly TestResult[];
  readonly passed: number;
  readonly failed: number;
  readonly todo: number;
  /** The rules of the file that no test executes. */
  readonly untested: readonly string[];
  /** The keys of the rules that were checked without errors, in source order. */
  readonly rules: readonly string[];
  readonly coverage: CoverageSummary;
  readonly leaves: readonly LeafCoverage[];
  /** W1402: comparisons with a constant whose boundary no test covers. */
  readonly boundaries: readonly Diagnostic[];
  /** Present only on request. */
  readonly mutants?: MutantReport;
}

function measureCoverage(under: FileUnderTest, options: RuleTestOptions) {
  const coverage = new CoverageCollector();
  const boundaries = new BoundaryCollector();
  const wanted = under.tests.filter((test) => options.only?.(test.title, test.rules) ?? true);
  for (const test of wanted)
    for (const rule of under.rulesOf(test).flatMap((group) => group.rules)) {
      coverage.addRule(rule);
      boundaries.addRule(rule);
    }
  const { evaluator = engineEvaluator, oracle } = options;
  const results = wanted.map((test) =>
    runTest(test, under.rulesOf(test), {
      evaluator,
      ...(oracle ? { oracle } : {}),
      onCase: (run) => {
        coverage.record(run);
        boundaries.record(run);
      },
    }),
  );
  return { results, leaves: coverage.leaves(), boundaries: boundaries.warnings() };
}

/** Executes the tests of a source. Never throws because of a source; needs no server, clock or network. */
export function runRuleTests(source: string, options: RuleTestOptions = {}): RuleTestReport {
  const { file, diagnostics } = readRules(source);
  return runFileTests(file, diagnostics, { ...options, source });
}

/** Does the same as `runRuleTests`, for a file that was read before. `read` contains the diagnostics of the reader. */
export function runFileTests(file: RuleFile, read: readonly Diagnostic[], options: RuleTestOptions): RuleTestReport {
  const under = fileUnderTest(file, options);
  const { results, leaves, boundaries } = measureCoverage(under, options);
  const count = (status: TestResult['status']): number => results.filter((each) => each.status === status).length;
  const tested = new Set(under.tests.flatMap(({ rules }) => rules));
  const { evaluator = engineEvaluator } = options;
  return {
    diagnostics: [...read, ...under.diagnostics].slice(0, limits.diagnosticsPerFile),
    results,
    passed: count('passed'),
    failed: count('failed'),
    todo: count('todo'),
    untested: under.checked.rules.map(({ key }) => key).filter((key) => !tested.has(key)),
    rules: under.checked.rules.map(({ key }) => key),
    coverage: summarizeCoverage(leaves),
    leaves,
    boundaries,
    ...(options.mutants === true ? { mutants: runMutants(under, results, { ...options, evaluator }) } : {}),
  };
}
