import type { LeafOutcome, RuleExamination } from '@tamis/engine';
import {
  type Diagnostic,
  isUnknown,
  printFile,
  ruleFile,
  readRules,
  ruleDeclaration,
  type Target,
  type TestDeclaration,
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
  const { file, diagnostics } = readRules(`test "${title}" {\n${steps.join('\n')}\n}`);
  const [tree] = file.tests;
  assertNoDiagnostics(diagnostics);
  return { source: printFile(file), tree: tree! };
}

/**
 * Returns a test in which the rule has the same result as in the evaluation, for every condition; `null` if the rule was not evaluated.
 * Throws 422 `TEST_NOT_EXPRESSIBLE` if there is no such test.
 */
export function toEvaluationTest(
  { row, decided, context, facts }: StoredEvaluation,
  ruleId: string,
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
  const steps = [
    `given now ${row.now.toISOString()}`,
    ...givenClauses(things, target),
    ...records,
    ...listed,
    ...nameFixtures(used.flatMap(({ reads }) => reads)),
    ...rateFixtures(facts, converted),
    `expect ${outcomeWords[outcomeWord(examined.value)]}`,
  ];
  const test = formatted(`evaluation ${row.id}`, steps);
  assertReproduces(test, source, { lists, examined });
  return test;
}

interface Confirmed {
  readonly lists: StoredEvaluation['decided']['set']['content']['lists'];
  readonly examined: RuleExamination;
}

/** Executes the test in the rule. It must pass, and every condition must have the same result as before. */
function assertReproduces({ source: text }: EvaluationTest, source: string, { lists, examined }: Confirmed): void {
  const { file } = readRules(source);
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
  const same = seen.length === 1 && outcomes(seen[0]!.leaves) === outcomes(examined.leaves);
  if (report.passed !== 1 || !same)
    throw notExpressibleError('with the same data, the conditions would have another result in a test');
}
