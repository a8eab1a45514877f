import type { LeafOutcome, RuleExamination } from '@tamis/engine';
import {
  type Diagnostic,
  type Expression,
  formatRules,
  isUnknown,
  printExpression,
  ruleFile,
  type RuleFile,
  readRules,
  ruleDeclaration,
  type Target,
  type TestDeclaration,
  withParameterValue,
} from '@tamis/lang';
import { evaluationEnvironment } from '@tamis/library';
import { engineEvaluator, runFileTests } from '@tamis/authoring/rule-tests';

import { objectText } from './fixture-text.js';
import { listFixtures, nameFixtures, rateFixtures } from './list-fixtures.js';
import { conditionReadsOf } from './condition-reads.js';
import { recordFixtures } from './record-fixtures.js';
import type { StoredEvaluation } from './stored-evaluation.js';
import { notExpressibleError, subjectFixture, type FixtureObjects } from './subject-fixture.js';

/** A stored evaluation of one rule, converted to a test. */
export interface EvaluationTest {
  /** Text of the test, which can be inserted into the rule. */
  readonly source: string;
  readonly tree: TestDeclaration;
}

const outcomeWords: Readonly<Record<string, string>> = { true: 'hit', false: 'no hit', unknown: 'unknown' };

const outcomeWord = (value: RuleExamination['value']): string => (isUnknown(value) ? 'unknown' : String(value));

const outcomes = (leaves: readonly LeafOutcome[]): string => leaves.map(({ outcome }) => outcome).join();

function givenClauses(things: FixtureObjects, target: Target): readonly string[] {
  return [...things].map(([name, entries]) => `${name === target ? 'when' : 'given'} ${name} ${objectText(entries)}`);
}

/** Throws an error with the diagnostic's code only, since its message may contain values. */
function assertNoDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const mistake = diagnostics.find(({ severity }) => severity === 'error');
  if (mistake) throw notExpressibleError(`its values cannot be expressed in a test (${mistake.code})`);
}

/** Returns the test in standard formatting, as a separate declaration. */
function formatted(title: string, steps: readonly string[]): EvaluationTest {
  const text = `test "${title}" {\n${steps.join('\n')}\n}`;
  const { file, diagnostics } = readRules(text);
  const [tree] = file.tests;
  assertNoDiagnostics(diagnostics);
  return { source: formatRules(text).text!, tree: tree! };
}

/**
 * Returns a test with the data of the evaluation, in which the rule has the same result for every condition. If parameters had other values
 * than `defaults`, which tests use, it expects the result that the rule has with those. `null` if the rule was not evaluated. Throws 422
 * `TEST_NOT_EXPRESSIBLE` if there is no such test.
 */
export function toEvaluationTest(
  { row, decided, context, facts }: StoredEvaluation,
  ruleId: string,
  defaults: ParameterDefaults,
): EvaluationTest | null {
  const { set, run, outcome } = decided;
  const { compiled, content } = set;
  const index = outcome.evaluated.find((each) => compiled.rules[each]!.content.ruleId === ruleId);
  if (index === undefined) return null;
  const examined = compiled.examine(context, facts, run).find(({ rule }) => rule === index)!;
  const requests = compiled.requests(context, run);
  const parts = compiled.inspectRule(index, context, facts, run);
  const { source } = parts.rule.content;
  const read = conditionReadsOf(parts.rule.checked);
  const used = parts.rule.items.map(({ node }) => parts.usedFacts(node));
  const converted = used.flatMap(({ rates }) => rates);
  const { target } = run;
  const { timezone, baseCurrency, lists } = content;
  const environment = evaluationEnvironment({ now: run.now, timezone, baseCurrency });
  const things = subjectFixture(parts, read, context, { target, timezone });
  const records = recordFixtures(parts, read, { target, environment, context, facts, requests }, things.get(target)!);
  const listed = listFixtures({ source, lists, facts });
  const given = [
    `given now ${row.now.toISOString()}`,
    ...givenClauses(things, target),
    ...records,
    ...listed,
    ...nameFixtures(used.flatMap(({ reads }) => reads)),
    ...rateFixtures(facts, converted),
  ];
  const testOf = (value: RuleExamination['value'], ...because: readonly string[]): EvaluationTest =>
    formatted(`evaluation ${row.id}`, [...given, ...because, `expect ${outcomeWords[outcomeWord(value)]}`]);
  const { file } = readRules(source);
  const test = testOf(examined.value);
  assertReproduces(test, file, { lists, examined });
  const tuned = changedParameters(file, defaults);
  if (tuned.length === 0) return test;
  const byDefault = runTest(test, withDefaults(file, defaults), lists).examined;
  if (byDefault === undefined || (isUnknown(byDefault.value) && !isUnknown(examined.value)))
    throw notExpressibleError('with the defaults of its parameters, the rule reads other data');
  if (outcomeWord(byDefault.value) === outcomeWord(examined.value)) return test;
  const because = `// The evaluation was ${outcomeWords[outcomeWord(examined.value)]} with ${tuned.join(', ')}; tests use the defaults.`;
  return testOf(byDefault.value, because);
}

/** Declared values of parameters by name. */
export type ParameterDefaults = Readonly<Record<string, Expression>>;

const withDefaults = (file: RuleFile, defaults: ParameterDefaults): RuleFile =>
  ruleFile(
    file.languageVersion,
    file.declarations.map((each) => withParameterValue(each, defaults)),
  );

/** Returns the values of the parameters that differ from their defaults: `limit = 9_500 USD`. */
function changedParameters(file: RuleFile, defaults: ParameterDefaults): readonly string[] {
  const declared = withDefaults(file, defaults).parameters.map(({ value }) => printExpression(value));
  return file.parameters.flatMap(({ name, value }, index) => {
    const text = printExpression(value);
    return text === declared[index] ? [] : [`${name.text} = ${text}`];
  });
}

type Lists = StoredEvaluation['decided']['set']['content']['lists'];

interface Confirmed {
  readonly lists: Lists;
  readonly examined: RuleExamination;
}

/** Executes the test in the rule. It must pass, and every condition must have the same result as before. */
function assertReproduces(test: EvaluationTest, file: RuleFile, { lists, examined }: Confirmed): void {
  const run = runTest(test, file, lists);
  if (!run.passes || !run.examined || outcomes(run.examined.leaves) !== outcomes(examined.leaves))
    throw notExpressibleError('with the same data, the conditions would have another result in a test');
}

/** Executes the test in the rule of a file. */
function runTest(
  { source: text }: EvaluationTest,
  file: RuleFile,
  lists: Lists,
): { readonly passes: boolean; readonly examined: RuleExamination | undefined } {
  const tests = readRules(text).file.tests;
  const seen: RuleExamination[] = [];
  const whole = ruleFile(
    file.languageVersion,
    file.declarations.map((each) => (each.kind === 'ruleDeclaration' ? ruleDeclaration({ ...each, tests }) : each)),
  );
  const report = runFileTests(whole, [], {
    findList: (reference) => (Object.hasOwn(lists, reference) ? lists[reference]! : null),
    evaluator: (under) => {
      const evaluate = engineEvaluator(under);
      return (world) => {
        const evaluation = evaluate(world);
        seen.push(...evaluation.examined);
        return evaluation;
      };
    },
  });
  assertNoDiagnostics(report.diagnostics);
  return { passes: report.passed === 1, examined: seen.length === 1 ? seen[0] : undefined };
}
