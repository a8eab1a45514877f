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
import { environmentOf } from '@tamis/library';
import { engineEvaluator, runFileTests } from '@tamis/authoring/rule-tests';

import { objectText } from './fixture-text.js';
import { listFixtures, rateFixtures } from './list-fixtures.js';
import { readPartsOf } from './read-parts.js';
import { recordFixtures } from './record-fixtures.js';
import type { StoredRun } from './stored-run.js';
import { notExpressible, subjectFixture, type Things } from './subject-fixture.js';

/** A stored run of one rule as a test. */
export interface RunAsTest {
  /** Text of the test, ready to stand in the rule. */
  readonly source: string;
  readonly tree: TestDeclaration;
}

const words: Readonly<Record<string, string>> = { true: 'hit', false: 'no hit', unknown: 'unknown' };

const outcomeWord = (value: RuleExamination['value']): string => (isUnknown(value) ? 'unknown' : String(value));

const outcomes = (leaves: readonly LeafOutcome[]): string => leaves.map(({ outcome }) => outcome).join();

function givenThings(things: Things, target: Target): readonly string[] {
  return [...things].map(([name, entries]) => `${name === target ? 'when' : 'given'} ${name} ${objectText(entries)}`);
}

/** Messages of diagnostics may hold values; their codes do not. */
function needRight(diagnostics: readonly Diagnostic[]): void {
  const mistake = diagnostics.find(({ severity }) => severity === 'error');
  if (mistake) throw notExpressible(`its values do not fit into a test (${mistake.code})`);
}

/** In its own spelling, as a test that stands alone. */
function formatted(title: string, steps: readonly string[]): RunAsTest {
  const { file, diagnostics } = readRules(`test "${title}" {\n${steps.join('\n')}\n}`);
  const [tree] = file.tests;
  needRight(diagnostics);
  return { source: printFile(file), tree: tree! };
}

/**
 * The test with which the rule comes to what it came to in the run, in every condition. Null: the rule was not evaluated. Throws 422
 * `TEST_NOT_EXPRESSIBLE` where there is no such test.
 */
export function runAsTest({ row, decided, context, facts }: StoredRun, ruleId: string): RunAsTest | null {
  const { set, run, outcome } = decided;
  const { compiled, content } = set;
  const index = outcome.evaluated.find((each) => compiled.rules[each]!.content.ruleId === ruleId);
  if (index === undefined) return null;
  const examined = compiled.examine(context, facts, run).find(({ rule }) => rule === index)!;
  const requests = compiled.requests(context, run);
  const parts = compiled.partsOf(index, context, facts, run);
  const { source } = parts.rule.content;
  const read = readPartsOf(parts.rule.checked);
  const converted = parts.rule.items.flatMap(({ node }) => parts.usedFacts(node).rates);
  const { target } = run;
  const { timezone, baseCurrency, lists } = content;
  const environment = environmentOf({ now: run.now, timezone, baseCurrency });
  const things = subjectFixture(parts, read, context, { target, timezone });
  const records = recordFixtures(parts, read, { target, environment, context, facts, requests }, things.get(target)!);
  const listed = listFixtures({ source, lists, facts });
  const steps = [
    `given now ${row.now.toISOString()}`,
    ...givenThings(things, target),
    ...records,
    ...listed,
    ...rateFixtures(facts, converted),
    `expect ${words[outcomeWord(examined.value)]}`,
  ];
  const test = formatted(`evaluation ${row.id}`, steps);
  confirm(test, source, { lists, examined });
  return test;
}

interface Confirmed {
  readonly lists: StoredRun['decided']['set']['content']['lists'];
  readonly examined: RuleExamination;
}

/** Runs the test in the rule: it must pass, and every condition must come to what it came to. */
function confirm({ source: text }: RunAsTest, source: string, { lists, examined }: Confirmed): void {
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
  needRight(report.diagnostics);
  const same = seen.length === 1 && outcomes(seen[0]!.leaves) === outcomes(examined.leaves);
  if (report.passed !== 1 || !same)
    throw notExpressible('with all of it the conditions would come to something else in the world of a test');
}
