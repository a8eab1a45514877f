import { ruleFile, sameTree, type CheckedRule, type FileDeclaration, type RuleFile } from '@tamis/lang';
import type { Evaluator } from '../run/evaluator.js';
import { fileUnderTest, type FileUnderTest, type TestCheckOptions } from '../run/rule-file-under-test.js';
import { runTest, type TestResult } from '../run/run-test.js';
import { mutationsOf, policyMutation, type Mutation } from './mutations.js';
import type { MutantReport, Survivor } from './mutant-report.js';
import { replaceNode } from './replace-node.js';

interface MutantOptions extends TestCheckOptions {
  readonly evaluator: Evaluator;
}

/** A declaration that is mutated, and the tests that could detect it. */
interface MutationSubject {
  readonly name: string;
  readonly declaration: FileDeclaration;
  readonly mutations: readonly Mutation[];
  /** The rules whose tests are executed. */
  readonly rules: ReadonlySet<string>;
}

const testIdentity = ({ title, rules }: Pick<TestResult, 'title' | 'rules'>): string => JSON.stringify([rules, title]);

function ruleSubject({ key, declaration, targets }: CheckedRule): MutationSubject {
  const policy = declaration.unknown ? policyMutation(declaration.unknown) : null;
  const parts = [declaration.lets.map(({ value }) => value), declaration.when];
  return {
    name: key,
    declaration,
    mutations: [...mutationsOf(parts, targets), ...(policy ? [policy] : [])],
    rules: new Set([key]),
  };
}

/** Constants, parameters and definitions are part of every rule that uses them. */
function sharedSubjects(file: RuleFile, rules: readonly CheckedRule[]): readonly MutationSubject[] {
  const shared = [
    ...file.constants.map((declaration) => ({ declaration, tree: declaration.value })),
    ...file.parameters.map((declaration) => ({ declaration, tree: declaration.value })),
    ...file.definitions.map((declaration) => ({ declaration, tree: declaration.body })),
  ];
  return shared.map(({ declaration, tree }) => {
    const users = rules.filter(({ names }) => names.includes(declaration.name.text));
    const targets = users.flatMap((rule) => rule.targets);
    return {
      name: declaration.name.text,
      declaration,
      mutations: mutationsOf(tree, targets),
      rules: new Set(users.map(({ key }) => key)),
    };
  });
}

/** Returns the file with one node changed and, if no test spans several rules, without the unaffected rules. */
function applyMutation(
  file: RuleFile,
  subject: MutationSubject,
  mutation: Mutation,
  spansRules: boolean,
): RuleFile | null {
  const changed = replaceNode(subject.declaration, mutation.node, mutation.replacement);
  if (sameTree(changed, subject.declaration)) return null;
  const kept = file.declarations.filter(
    (each) =>
      spansRules ||
      (each.kind !== 'testDeclaration' && (each.kind !== 'ruleDeclaration' || subject.rules.has(each.key.text))),
  );
  return ruleFile(
    file.languageVersion,
    kept.map((each) => (each === subject.declaration ? changed : each)),
    file.range,
  );
}

/** Whether a test fails that passed before. Returns `null` for a change that produces no valid or no different rule, and is not counted. */
function isKilled(
  file: RuleFile,
  subject: MutationSubject,
  passing: ReadonlySet<string>,
  options: MutantOptions,
): boolean | null {
  const under = fileUnderTest(file, options);
  const checked = new Set(under.checked.rules.map(({ key }) => key));
  if ([...subject.rules].some((key) => !checked.has(key))) return null;
  const tests = under.tests.filter(
    (test) => passing.has(testIdentity(test)) && test.rules.some((key) => subject.rules.has(key)),
  );
  return tests.some((test) => runTest(test, under.rulesOf(test), options).status === 'failed');
}

const byPosition = ({ range: a }: Survivor, { range: b }: Survivor): number =>
  a && b ? a.start.line - b.start.line || a.start.character - b.start.character : 0;

/** Executes the tests once for every mutation of language manual 8.5. A rule without passing tests has no mutants. */
export function runMutants(
  { file, checked }: FileUnderTest,
  results: readonly TestResult[],
  options: MutantOptions,
): MutantReport {
  const passed = results.filter(({ status }) => status === 'passed');
  const passing = new Set(passed.map(testIdentity));
  const tested = new Set(passed.flatMap(({ rules }) => rules));
  const survivors: Survivor[] = [];
  let total = 0;
  for (const subject of [...sharedSubjects(file, checked.rules), ...checked.rules.map(ruleSubject)]) {
    if (![...subject.rules].some((key) => tested.has(key))) continue;
    const outside = new Set(checked.tests);
    const spansRules = passed.some(
      ({ test, rules }) => outside.has(test) && rules.some((key) => subject.rules.has(key)),
    );
    for (const mutation of subject.mutations) {
      const changed = applyMutation(file, subject, mutation, spansRules);
      const killed = changed && isKilled(changed, subject, passing, options);
      if (killed === null) continue;
      total += 1;
      const { from, to, range, hint } = mutation;
      if (!killed) survivors.push({ rule: subject.name, from, to, range, hint });
    }
  }
  return { total, killed: total - survivors.length, survivors: survivors.sort(byPosition) };
}
