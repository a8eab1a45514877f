import {
  type CheckedTest,
  type Diagnostic,
  type Expectation,
  type VaryCase,
  type VaryStep,
  createDiagnostic,
  printExpression,
} from '@tamis/lang';

import type { EvaluationOutcome } from '@tamis/engine';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import { checkExpectation } from '../expect/check-expectation.js';
import { checkOutcome, outcomeText } from '../expect/check-outcome.js';
import type { EvaluatedCase } from '../expect/case-result.js';
import { e0704 } from '../report/test-diagnostic-codes.js';
import { failureDiagnostic } from '../report/failure-diagnostic.js';
import { buildWorld } from '../world/build-world.js';
import type { TestWorld } from '../world/test-world.js';
import type { Evaluation, Evaluator, ReferenceEvaluator, RuleGroups, RulesUnderTest } from './evaluator.js';
import { mergeEvaluations } from './merge-evaluations.js';
import { testCatalogue } from './rule-file-under-test.js';

export interface TestCaseResult {
  /** The `vary` value as it is written; `null` without one. */
  readonly value: string | null;
  readonly status: 'passed' | 'failed';
  /** The expected outcome of a `vary` case; otherwise `null`. */
  readonly expected: string | null;
  /** The actual results, for each failed expectation. */
  readonly got: readonly string[];
}

export interface TestResult {
  readonly title: string;
  /** The keys of the executed rules. */
  readonly rules: readonly string[];
  /** `todo` for every `todo` test, regardless of its result. */
  readonly status: 'passed' | 'failed' | 'todo';
  /** Whether all expectations of a `todo` test are met, so that `todo` can be removed. */
  readonly todoPasses: boolean;
  readonly cases: readonly TestCaseResult[];
  /** One E0704 for each unmet expectation. */
  readonly diagnostics: readonly Diagnostic[];
  readonly test: CheckedTest;
}

export interface RunOptions {
  readonly evaluator: Evaluator;
  /** Evaluates every case again; a difference is a failure. */
  readonly oracle?: ReferenceEvaluator;
  /** Called for every case after its evaluation. */
  readonly onCase?: (run: EvaluatedCase) => void;
}

const isExpectation = (step: CheckedTest['declaration']['steps'][number]): step is Expectation =>
  step.kind.startsWith('expect');

const steps = ({ declaration }: CheckedTest): { expectations: readonly Expectation[]; vary: VaryStep | undefined } => ({
  expectations: declaration.steps.filter(isExpectation),
  vary: declaration.steps.find((step) => step.kind === 'varyStep'),
});

/** Both implementations must produce the same result, byte for byte. */
function referenceMismatch(
  ours: EvaluationOutcome,
  { test, world }: Pick<EvaluatedCase, 'test' | 'world'>,
  { oracle }: RunOptions,
  under: RulesUnderTest,
): Diagnostic | null {
  if (!oracle) return null;
  const [own = '', other = ''] = [ours, oracle(under, world)].map((each) =>
    canonicalJson(each as unknown as JsonValue),
  );
  if (own === other) return null;
  const { range } = test.declaration.title;
  return createDiagnostic(e0704, {
    message: 'the engine and the reference evaluator give different results',
    reason: `engine: ${own}\n    reference: ${other}`,
    help: 'this is a defect of the product, not of the rule',
    ...(range ? { range } : {}),
  });
}

interface CaseEvaluation {
  readonly result: TestCaseResult;
  readonly diagnostics: readonly Diagnostic[];
}

/** A group of rules that is ready for evaluation. */
interface PreparedGroup {
  readonly rulesUnderTest: RulesUnderTest;
  readonly evaluate: (world: TestWorld) => Evaluation;
}

function evaluateCase(
  test: CheckedTest,
  varied: VaryCase | null,
  groups: readonly PreparedGroup[],
  options: RunOptions,
): CaseEvaluation {
  const lists = groups[0]?.rulesUnderTest.lists ?? new Map<string, never>();
  const world = buildWorld(test, varied, testCatalogue, lists);
  const parts = groups.map(({ rulesUnderTest: under, evaluate }) => ({
    under,
    rules: under.rules,
    evaluation: evaluate(world),
  }));
  const run: EvaluatedCase = { test, world, lists, ...mergeEvaluations(parts) };
  options.onCase?.(run);
  const diagnostics: Diagnostic[] = [];
  const got: string[] = [];
  const note = (expectation: Expectation | VaryCase, found: string | null): void => {
    if (found === null) return;
    got.push(found);
    diagnostics.push(failureDiagnostic(expectation, found, run, varied));
  };
  if (varied) note(varied, checkOutcome(varied.outcome, run));
  for (const expectation of steps(test).expectations) note(expectation, checkExpectation(expectation, run));
  for (const { under, evaluation } of parts) {
    const difference = referenceMismatch(evaluation.outcome, run, options, under);
    if (!difference) continue;
    got.push(difference.message);
    diagnostics.push(difference);
  }
  const result: TestCaseResult = {
    value: varied ? printExpression(varied.value) : null,
    status: got.length === 0 ? 'passed' : 'failed',
    expected: varied ? outcomeText(varied.outcome) : null,
    got,
  };
  return { result, diagnostics };
}

/** Executes a test, once for each case of its `vary`, each in a separate world. It is a pure function. */
export function runTest(test: CheckedTest, groups: RuleGroups, options: RunOptions): TestResult {
  const prepared = groups.map((under) => ({ rulesUnderTest: under, evaluate: options.evaluator(under) }));
  const { vary } = steps(test);
  const runs = (vary ? vary.cases : [null]).map((varied) => evaluateCase(test, varied, prepared, options));
  const failed = runs.some(({ result }) => result.status === 'failed');
  return {
    title: test.title,
    rules: test.rules,
    status: test.todo ? 'todo' : failed ? 'failed' : 'passed',
    todoPasses: test.todo && !failed,
    cases: runs.map(({ result }) => result),
    diagnostics: runs.flatMap(({ diagnostics }) => diagnostics),
    test,
  };
}
