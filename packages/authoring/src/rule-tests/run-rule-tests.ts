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
  /** Runs every case a second time by another implementation; a difference is a failed test. */
  readonly oracle?: ReferenceEvaluator;
  /** Default: the engine. */
  readonly evaluator?: Evaluator;
  /** Only tests this accepts. */
  readonly only?: (title: string, rules: readonly string[]) => boolean;
  /** Changes one thing at a time and sees whether a test notices. */
  readonly mutants?: boolean;
}

/** What the tests of one file came to. */
export interface RuleTestReport {
  /** Errors and warnings of syntax and check. Rules with errors are not tested. */
  readonly diagnostics: readonly Diagnostic[];
  readonly results: readonly TestResult[];
  readonly passed: number;
  readonly failed: number;
  readonly todo: number;
  /** Rules of the file that no test runs. */
  readonly untested: readonly string[];
  /** Keys of the rules that were checked without errors, in source order. */
  readonly rules: readonly string[];
  readonly coverage: CoverageSummary;
  readonly leaves: readonly LeafCoverage[];
  /** W1402: comparisons with a constant that no test holds at their boundary. */
  readonly boundaries: readonly Diagnostic[];
  /** Only when asked for. */
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

/** Runs the tests of a source. Never throws on a source; needs no server, clock or network. */
export function runRuleTests(source: string, options: RuleTestOptions = {}): RuleTestReport {
  const { file, diagnostics } = readRules(source);
  return runFileTests(file, diagnostics, { ...options, source });
}

/** As `runRuleTests`, for a file that was read before. `read`: what the reader said. */
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
