import fc from 'fast-check';
import {
  expectAlert,
  expectAssignment,
  expectAutomation,
  expectCase,
  expectKey,
  expectList,
  expectNoAlert,
  expectNotification,
  expectOutcome,
  expectScore,
  expectWord,
  givenListStep,
  givenRateStep,
  givenRecordsStep,
  givenStep,
  numberLiteral,
  testDeclaration,
  testOutcome,
  varyCase,
  varyStep,
  whenStep,
  word,
  type GivenListStep,
  type GivenStep,
  type TestDeclaration,
  type TestOutcome,
  type TestStep,
} from '@tamis/lang';
import { assignees, capitals, words } from './actions.js';
import { expressions, paths } from './expressions.js';
import { dates, datetimes, durations, monies, signedNumbers, textLiterals } from './literals.js';
import { namesAfterNumbers } from './names.js';
import { objectLists, objects } from './objects.js';

const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });

const outcomes: fc.Arbitrary<TestOutcome> = fc.oneof(
  fc.constantFrom(testOutcome('hit'), testOutcome('no_hit')),
  orNull(paths).map((because) => testOutcome('unknown', because)),
);

const values = expressions(2);

const givens: fc.Arbitrary<TestStep> = fc.oneof<fc.Arbitrary<TestStep>[]>(
  fc
    .tuple(words, fc.oneof<fc.Arbitrary<GivenListStep['items']>[]>(objects(), objectLists(), values))
    .map(([list, items]) => givenListStep(list, items)),
  fc.tuple(monies, monies).map(([from, to]) => givenRateStep(from, to)),
  fc
    .record({
      count: fc.nat(100).map((count) => numberLiteral(String(count))),
      source: namesAfterNumbers.map((name) => word(name)),
      every: durations,
      ending: orNull(durations),
      data: objects(),
    })
    .map((parts) => givenRecordsStep(parts)),
  fc
    .tuple(words, fc.oneof<fc.Arbitrary<GivenStep['value']>[]>(objects(), objectLists(), dates, datetimes))
    .map(([name, value]) => givenStep(name, value)),
);

const expectations: fc.Arbitrary<TestStep> = fc.oneof<fc.Arbitrary<TestStep>[]>(
  outcomes.map((outcome) => expectOutcome(outcome)),
  signedNumbers.map((score) => expectScore(score)),
  fc
    .tuple(fc.constantFrom('decision' as const, 'label' as const, 'suggestion' as const), capitals)
    .map(([subject, text]) => expectWord(subject, text)),
  words.map((status) => expectWord('status', status)),
  fc.constant(expectNoAlert()),
  fc.tuple(orNull(capitals), orNull(textLiterals)).map(([severity, text]) => expectAlert(severity, text)),
  fc.tuple(orNull(capitals), orNull(textLiterals)).map(([priority, text]) => expectCase(priority, text)),
  fc.tuple(words, orNull(textLiterals)).map(([channel, text]) => expectNotification(channel, text)),
  fc.tuple(words, values).map(([list, value]) => expectList(list, value)),
  textLiterals.map((key) => expectKey(key)),
  fc.tuple(assignees, textLiterals).map(([to, id]) => expectAssignment(to, id)),
  textLiterals.map((automation) => expectAutomation(automation)),
);

const steps: fc.Arbitrary<TestStep> = fc.oneof<fc.Arbitrary<TestStep>[]>(
  givens,
  expectations,
  fc.tuple(words, objects()).map(([target, data]) => whenStep(target, data)),
  fc.tuple(paths, fc.array(fc.tuple(values, outcomes), { minLength: 1, maxLength: 3 })).map(([path, cases]) =>
    varyStep(
      path,
      cases.map(([value, outcome]) => varyCase(value, outcome)),
    ),
  ),
);

/** Tests with valid syntax. */
export const tests: fc.Arbitrary<TestDeclaration> = fc
  .record({
    todo: fc.boolean(),
    title: textLiterals,
    rules: fc.array(words, { maxLength: 2 }),
    steps: fc.array(steps, { maxLength: 5 }),
  })
  .map((parts) => testDeclaration(parts));
