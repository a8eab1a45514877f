import { gotOf, runSource } from './support/run-source.js';

const always = 'transaction.status = "CREATED"';

interface Case {
  readonly expectation: string;
  readonly when?: string;
  readonly headers?: string;
  readonly then?: string;
  readonly before?: string;
  readonly given?: string;
  /** The actions of a second rule that does not hit. */
  readonly could?: string;
  /** `passed`, or the actual result of the failed expectation. */
  readonly got: string;
}

function check({
  expectation,
  when = always,
  headers = '',
  then = '',
  before = '',
  given = '',
  could = '',
  got,
}: Case): void {
  const test = `test "t"${could === '' ? '' : ' for r, other'} {
    ${given}
    when transaction { }
    expect ${expectation}
  }`;
  const other = `rule other {\n  on transaction\n  when ${never}\n  ${could}\n}\n${test}`;
  const source = `language 1
${before}
rule r {
  on transaction
  ${headers}
  when ${when}
  ${then}
  ${could === '' ? test : ''}
}
${could === '' ? '' : other}
`;
  expect(gotOf(runSource(source))).toEqual([got]);
}

const alert = { then: 'then alert HIGH "Seen {origin.name}"' };
const never = 'transaction.status = "DECLINED"';
const open = 'transaction.amount > 5 USD';
const matrix =
  'matrix m {\n  on transaction\n  thresholds low 10, medium 20, high 30\n  decide HOLD from 20\n  otherwise APPROVE\n}';

const cases: readonly Case[] = [
  { expectation: 'hit', got: 'passed' },
  { expectation: 'hit', when: never, got: 'no hit' },
  { expectation: 'hit', when: open, got: 'unknown' },
  { expectation: 'no hit', when: never, got: 'passed' },
  { expectation: 'no hit', got: 'hit' },
  { expectation: 'unknown', when: open, got: 'passed' },
  { expectation: 'unknown', got: 'hit' },
  { expectation: 'unknown because transaction.amount', when: open, got: 'passed' },
  { expectation: 'unknown because transaction', when: open, got: 'passed' },
  {
    expectation: 'unknown because origin.riskScore',
    when: open,
    got: 'unknown because of amount (missing), not of origin.riskScore',
  },
  { expectation: 'score 40', headers: 'score 40', got: 'passed' },
  { expectation: 'score 0', headers: 'score 40', got: 'score 40' },
  { expectation: 'score -5', headers: 'score -5', got: 'passed' },
  { expectation: 'score 0', headers: 'score -5', got: 'score -5' },
  { expectation: 'score 25', headers: 'score 25', when: `${open}\n  unknown hit`, got: 'passed' },
  { expectation: 'decision HOLD', headers: 'matrix m\n  score 20', before: matrix, got: 'passed' },
  { expectation: 'decision HOLD', headers: 'matrix m\n  score 19', before: matrix, got: 'decision APPROVE' },
  { expectation: 'decision REVIEW_REQUIRED', when: `${open}\n  unknown review`, got: 'passed' },
  { expectation: 'label HIGH', headers: 'matrix m\n  score 20', before: matrix, got: 'passed' },
  { expectation: 'label LOW', headers: 'matrix m\n  score 10', before: matrix, got: 'label MEDIUM' },
  { expectation: 'suggestion SUSPEND', then: 'then suggest SUSPEND', got: 'passed' },
  {
    expectation: 'suggestion SUSPEND',
    then: 'then suggest FLAG',
    could: 'then suggest SUSPEND',
    got: 'suggestion FLAG',
  },
  { expectation: 'suggestion SUSPEND', could: 'then suggest SUSPEND', got: 'suggestion none' },
  { expectation: 'status under_review', then: 'then set status of origin to under_review', got: 'passed' },
  {
    expectation: 'status blocked',
    could: 'then set status of origin to blocked because "x"',
    then: 'then set status of origin to under_review',
    got: 'status under_review',
  },
  { expectation: 'no alert', got: 'passed' },
  { expectation: 'no alert', ...alert, got: 'alert HIGH "Seen Origin"' },
  { expectation: 'alert', ...alert, got: 'passed' },
  { expectation: 'alert HIGH', ...alert, got: 'passed' },
  { expectation: 'alert LOW', ...alert, could: 'then alert LOW "x"', got: 'HIGH "Seen Origin"' },
  { expectation: 'alert containing "Origin"', ...alert, got: 'passed' },
  { expectation: 'alert HIGH containing "origin"', ...alert, got: 'HIGH "Seen Origin"' },
  { expectation: 'alert', could: 'then alert LOW "x"', got: 'no alert' },
  {
    expectation: 'list learned gains "203.0.113.7"',
    before: 'list learned = "l"',
    then: 'then add transaction.channel to learned',
    got: 'no list gains anything: it is skipped because the field has no value',
  },
  {
    expectation: 'list learned gains "Origin"',
    before: 'list learned = "l"',
    then: 'then add origin.name to learned',
    got: 'passed',
  },
  {
    expectation: 'list learned gains "Other"',
    before: 'list learned = "l"',
    then: 'then add origin.name to learned',
    got: 'learned gains "Origin"',
  },
  {
    expectation: 'list learned gains "Origin"',
    before: 'list learned = "l"',
    given: 'given list learned has [" ORIGIN "]',
    then: 'then add origin.name to learned',
    got: 'learned has "Origin" already',
  },
  {
    expectation: 'list learned gains "Origin"',
    before: 'list learned = "l"',
    given: 'given list learned has ["Other"]',
    then: 'then add origin.name to learned',
    got: 'passed',
  },
  { expectation: 'key "k"', then: 'then key "k"', got: 'passed' },
  { expectation: 'key "x"', could: 'then key "x"', then: 'then key "k"', got: 'key "k"' },
  {
    expectation: 'case MEDIUM containing "Origin"',
    then: 'then open case MEDIUM "Review {origin.name}"',
    got: 'passed',
  },
  {
    expectation: 'case HIGH',
    could: 'then open case HIGH "x"',
    then: 'then open case MEDIUM "Review"',
    got: 'MEDIUM "Review"',
  },
  { expectation: 'case', could: 'then open case HIGH "x"', got: 'no case' },
  { expectation: 'assigned to team "desk"', then: 'then assign to team "desk"', got: 'passed' },
  {
    expectation: 'assigned to user "desk"',
    could: 'then assign to user "desk"',
    then: 'then assign to team "desk"',
    got: 'assigned to team "desk"',
  },
  { expectation: 'automation "a1"', then: 'then run automation "a1"', got: 'passed' },
  { expectation: 'automation "a2"', could: 'then run automation "a2"', then: 'then run automation "a1"', got: '"a1"' },
  {
    expectation: 'notification email containing "stopped"',
    headers: 'owner "risk"',
    then: 'then notify email "{origin.name} was stopped"',
    got: 'passed',
  },
  {
    expectation: 'notification in_app',
    headers: 'owner "risk"',
    could: 'then notify in_app "x"',
    then: 'then notify email "stopped"',
    got: 'email "stopped"',
  },
  {
    expectation: 'notification email',
    then: 'then notify email "stopped"',
    got: 'no notification: it is skipped because the rule has no `owner` and names no `recipients`, so nobody would receive it',
  },
  {
    expectation: 'notification email',
    then: 'then notify email "stopped" with { recipients: ["desk"] }',
    got: 'passed',
  },
];

describe('test expectation', () => {
  test.each(cases)('$expectation, of $when $then $headers: $got', check);
});

test('tests outside rules run the rules that they name and sum their scores', () => {
  const source = `language 1
rule a {
  on transaction
  score 10
  when transaction.amount > 5 USD
}
rule b {
  on transaction
  score 20
  when transaction.amount > 50 USD
}
test "both" for a, b {
  when transaction { amount: 100 USD }
  expect hit
  expect score 30
}
test "one" for a, b {
  when transaction { amount: 10 USD }
  expect hit
  expect score 10
}
test "all of the file" {
  when transaction { amount: 1 USD }
  expect no hit
}
`;
  expect(gotOf(runSource(source))).toEqual(['passed', 'a hit, b no hit', 'passed']);
});

test('a test over rules with and without a matrix sees one combined result', () => {
  const source = `language 1
${matrix}
rule a {
  on transaction
  matrix m
  score 20
  when transaction.amount > 5 USD
}
rule b {
  on transaction
  score 7
  when transaction.amount > 5 USD
  then suggest BLOCK
}
rule c {
  on transaction
  evaluate async
  when transaction.amount > 5 USD
  then alert LOW "later"
}
test "all" {
  when transaction { amount: 100 USD }
  expect hit
  expect score 27
  expect decision REJECT
  expect alert LOW
}
`;
  expect(gotOf(runSource(source))).toEqual(['passed']);
});

test('tests ignore mode, period and triggers, but not scope', () => {
  const source = `language 1
rule draft {
  on transaction (updated)
  mode shadow
  score 5
  effective from 2030-01-01
  when ${always}
  test "counts" {
    when transaction { }
    expect hit
    expect score 5
  }
}
rule elsewhere {
  on transaction
  scope { countries: ["BR"] }
  when ${always}
  test "left out" {
    given origin { countryCode: "AR" }
    given destination { countryCode: "AR" }
    when transaction { }
    expect hit
  }
}
`;
  expect(gotOf(runSource(source))).toEqual(['passed', 'no rule was evaluated: their `scope` excludes this subject']);
});

test('a todo test never fails, and is reported when it passes', () => {
  const source = `language 1
rule r {
  on transaction
  when ${always}
  todo test "not yet" {
    when transaction { }
    expect no hit
  }
  todo test "done" {
    when transaction { }
    expect hit
  }
}
`;
  const { failed, todo, results } = runSource(source);
  expect({ failed, todo, passes: results.map(({ todoPasses }) => todoPasses) }).toEqual({
    failed: 0,
    todo: 2,
    passes: [false, true],
  });
});
