import type { TestDeclaration } from '../ast/test-declaration.js';
import type { WhenStep } from '../ast/when-step.js';
import type { Target } from '../catalogue/field.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0214 } from '../diagnostics/codes/e0214.js';
import { e0701 } from '../diagnostics/codes/e0701.js';
import { e0702 } from '../diagnostics/codes/e0702.js';
import { e0707 } from '../diagnostics/codes/e0707.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { limits } from '../limits.js';
import type { Steps } from '../steps.js';
import { checkExpectations } from '../check/check-expectations.js';
import { newContext, type SetContext } from './check-files.js';
import { checkFixtureObject, type TestContext } from '../check/check-fixture.js';
import { semanticModelOf } from '../check/check-rule.js';
import { checkGivens, checkVary } from '../check/check-test-steps.js';
import { checkPlacedWord } from '../check/check-word.js';
import type { CheckedRule } from '../check/checked-rule.js';
import type { CheckedTest } from '../check/checked-test.js';
import type { DiagnosticBag } from '../check/diagnostic-bag.js';
import { fixtureNames, subjectFields } from '../check/test-fixtures.js';

/** The rules that a test runs: those without errors, and whether others were left out. */
interface TestedRules {
  readonly rules: readonly CheckedRule[];
  readonly isComplete: boolean;
}

const ofKind = <K extends TestDeclaration['steps'][number]['kind']>(test: TestDeclaration, kind: K) =>
  test.steps.filter((step): step is Extract<TestDeclaration['steps'][number], { kind: K }> => step.kind === kind);

/** Returns the only event of a test, or `null` after reporting a problem. */
function checkEvent(test: TestDeclaration, set: SetContext, findings: DiagnosticBag): WhenStep | null {
  const [when, second] = ofKind(test, 'whenStep');
  const [vary, more] = ofKind(test, 'varyStep');
  const expects = test.steps.some((step) => step.kind.startsWith('expect'));
  if (second) findings.add(e0701, second, { message: 'this is a second `when`', help: 'write a test for each event' });
  else if (!when)
    findings.add(e0701, test.title, { message: 'nothing happens in this test', help: 'add `when transaction { … }`' });
  if (more) findings.add(e0707, more, { message: 'this is a second `vary`', help: 'write a test for each' });
  if (!expects && !vary)
    findings.add(e0702, test.title, { message: 'this test cannot fail', help: 'add `expect hit`' });
  if (!when || second) return null;
  return checkPlacedWord(when.target, 'target', 'target', { catalogue: set.options.catalogue, findings }) ? when : null;
}

function namedRules(
  test: TestDeclaration,
  set: SetContext,
  checked: ReadonlyMap<string, CheckedRule>,
  findings: DiagnosticBag,
): TestedRules {
  const rules: CheckedRule[] = [];
  let isComplete = true;
  for (const word of test.rules) {
    const declared = set.names.get(word.text);
    const rule = checked.get(word.text);
    if (rule) rules.push(rule);
    else isComplete = false;
    if (declared?.kind === 'rule') continue;
    const keys = [...set.names].flatMap(([name, each]) => (each.kind === 'rule' ? [name] : []));
    const [closest] = didYouMean(word.text, keys);
    findings.add(e0214, word, {
      message: `there is no rule \`${word.text}\``,
      ...(closest === undefined
        ? {}
        : { help: `did you mean \`${closest}\`?`, ...findings.replacementFix(word, closest) }),
    });
  }
  return { rules, isComplete };
}

/** Returns the rules of the file whose target matches the event. */
function fittingRules(
  target: Target,
  file: number,
  set: SetContext,
  checked: ReadonlyMap<string, CheckedRule>,
): TestedRules {
  const declared = set.files[file]?.file.rules ?? [];
  const found = declared.map((each) => checked.get(each.key.text));
  return {
    rules: found.filter((rule) => rule !== undefined).filter((rule) => rule.targets.includes(target)),
    isComplete: !found.includes(undefined),
  };
}

interface OneTest {
  readonly declaration: TestDeclaration;
  readonly file: number;
  /** The rule that contains the test; undefined if that rule has errors, null if the test is outside of rules. */
  readonly inside: CheckedRule | null | undefined;
}

function testedRules(
  { declaration, file, inside }: OneTest,
  when: WhenStep,
  set: SetContext,
  checked: ReadonlyMap<string, CheckedRule>,
  findings: DiagnosticBag,
): TestedRules {
  const target = when.target.text as Target;
  if (inside === undefined) return { rules: [], isComplete: false };
  if (inside) {
    if (inside.targets.includes(target)) return { rules: [inside], isComplete: true };
    findings.add(e0213, when.target, {
      message: `this rule is for ${inside.targets.join(', ')}, not for \`${target}\``,
      help: `write \`when ${inside.targets[0] ?? ''} { … }\``,
    });
    return { rules: [], isComplete: false };
  }
  return declaration.rules.length > 0
    ? namedRules(declaration, set, checked, findings)
    : fittingRules(target, file, set, checked);
}

function checkTest(
  one: OneTest,
  set: SetContext,
  checked: ReadonlyMap<string, CheckedRule>,
  findings: DiagnosticBag,
): CheckedTest | null {
  const { declaration } = one;
  const before = findings.errors;
  const when = checkEvent(declaration, set, findings);
  if (!when) return null;
  const target = when.target.text as Target;
  const { rules, isComplete } = testedRules(one, when, set, checked, findings);
  const context = {
    ...newContext(set, findings, null),
    targets: [target],
    fixtureNames: fixtureNames(declaration, target),
  };
  const test: TestContext = { rule: context, fields: new Map() };
  checkGivens(declaration, target, test);
  checkFixtureObject(when.data, [], subjectFields(target, set.options.catalogue), test);
  const [vary] = ofKind(declaration, 'varyStep');
  const varied = vary ? checkVary(vary, test) : null;
  checkExpectations(declaration, isComplete ? rules : null, test);
  if (findings.errors > before || context.usesBrokenName || !isComplete) return null;
  return {
    declaration,
    title: declaration.title.value,
    todo: declaration.todo,
    rules: rules.map((rule) => rule.key),
    target,
    meaning: semanticModelOf(context),
    fields: test.fields,
    varied,
  };
}

/** Checks the tests inside and outside of rules. Returns the rules with their tests, and the tests outside of rules. */
export function* checkTests(
  set: SetContext,
  checked: readonly CheckedRule[],
): Steps<{ readonly rules: readonly CheckedRule[]; readonly tests: readonly CheckedTest[] }> {
  const byKey = new Map(checked.map((rule) => [rule.key, rule]));
  const inside = new Map<string, readonly CheckedTest[]>();
  const outside: CheckedTest[] = [];
  for (const [file, { file: source, findings, isShared }] of set.files.entries()) {
    if (isShared) continue;
    for (const { key, tests } of source.rules.slice(0, limits.rulesPerFile)) {
      if (tests.length === 0) continue;
      const found = tests.map((declaration) =>
        checkTest({ declaration, file, inside: byKey.get(key.text) }, set, byKey, findings),
      );
      inside.set(
        key.text,
        found.filter((test) => test !== null),
      );
      yield;
    }
    for (const declaration of source.tests) {
      const test = checkTest({ declaration, file, inside: null }, set, byKey, findings);
      if (test) outside.push(test);
    }
  }
  const withTests = (rule: CheckedRule): CheckedRule => {
    const found = inside.get(rule.key);
    return found ? { ...rule, tests: found } : rule;
  };
  return { rules: inside.size > 0 ? checked.map(withTests) : checked, tests: outside };
}
