import { checkSource } from './check.js';

const rule = (test: string, { when = 'transaction.amount > 5 USD', then = '', head = '' } = {}): string =>
  `list blocked = "blocked"\nlist addresses = "addresses"\nconst LIMIT = 5 USD\n` +
  `rule r {\n  on transaction\n  ${head}\n  when ${when}\n   and origin.taxId in blocked\n   and transaction.deviceDetails.ipAddress in addresses\n` +
  `   and transaction.amount > LIMIT\n  ${then}\n  ${test}\n}\n`;

const codes = (test: string, parts: Parameters<typeof rule>[1] = {}): string[] =>
  checkSource(rule(test, parts)).diagnostics.map(({ code }) => code);

const steps: readonly (readonly [string, readonly string[]])[] = [
  ['when transaction { amount: 10 USD } expect hit', []],
  ['when transaction { amount: LIMIT + 1 USD } expect hit', []],
  ['when transaction { amount: LIMIT_ } expect hit', ['E0703']],
  ['when transaction { amount: 10 } expect hit', ['E0705']],
  ['when transaction { amount: transaction.amount } expect hit', ['E0703']],
  ['when transaction { amount: hour(now) } expect hit', ['E0705']],
  ['when transaction { amont: 10 USD } expect hit', ['E0201']],
  ['when transaction { paymentMethod: "CRAD" } expect hit', ['E0705']],
  ['when transaction { transactedAt: now - 2d } expect hit', []],
  ['when transaction { transactedAt: 2026-01-01 } expect hit', []],
  ['when transaction { transactedAt: "yesterday" } expect hit', ['E0705']],
  ['when transaction { channel: missing } expect hit', []],
  ['when transaction { deviceDetails: { isVpn: true, custom: 5 } } expect hit', []],
  ['when transaction { deviceDetails: { isVpn: "yes" } } expect hit', ['E0705']],
  ['when transaction { deviceDetails.isVpn: true } expect hit', []],
  ['when transaction { metadata: { "KYC tier": { level: 3 } } } expect hit', []],
  ['when transaction { from: origin, to: destination } expect hit', []],
  ['given bob { riskScore: 80 } when transaction { from: bob } expect hit', []],
  ['when transaction { from: bob } expect hit', ['E0703']],
  ['given bob { riskScor: 80 } when transaction { from: bob } expect hit', ['E0201']],
  ['given bob { person: { isPep: true } } when transaction { from: bob } expect hit', []],
  ['given instrument { issuerCountry: "BR" } when transaction { } expect hit', []],
  ['given instrument { issuerCountri: "BR" } when transaction { } expect hit', ['E0201']],
  ['given now 2026-03-01T00:00:00Z when transaction { } expect hit', []],
  ['given later 2026-03-01T00:00:00Z when transaction { } expect hit', ['E0705']],
  ['given ipCountry { "203.0.113.7": "BR" } when transaction { } expect hit', []],
  ['given ipCountry { "203.0.113.7": 5 } when transaction { } expect hit', ['E0705']],
  ['given ipFlag { "203.0.113.7": ["tor"] } when transaction { } expect hit', []],
  ['given isHoliday { "BR": [2026-01-01] } when transaction { } expect hit', []],
  [
    'given relationships [{ role: "shareholder", strength: 0.25, related: { isPep: true } }] when transaction { } expect hit',
    [],
  ],
  ['given relationship [{ role: "shareholder" }] when transaction { } expect hit', ['E0703']],
  ['given list blocked has ["a", "b"] when transaction { } expect hit', []],
  ['given list blocked has [{ primaryValue: "a", riskScore: 80 }] when transaction { } expect hit', []],
  ['given list bloked has ["a"] when transaction { } expect hit', ['E0703']],
  ['given list addresses has ["10.0.0.0/8", "x"] when transaction { } expect hit', ['E0505']],
  ['given rate 1 USD = 5.40 BRL when transaction { } expect hit', []],
  ['given rate 1 USX = 5.40 BRL when transaction { } expect hit', ['E0310']],
  ['given rate 1 USD = 0 BRL when transaction { } expect hit', ['E0705']],
  ['given 4 transactions every 10m ending 5m ago { from: origin, amount: 5 USD } when transaction { } expect hit', []],
  ['given 4 transactions every 10m { amnt: 5 USD } when transaction { } expect hit', ['E0201']],
  ['given 4 relationships every 10m { } when transaction { } expect hit', ['E0703']],
  ['when transaction { } when transaction { } expect hit', ['E0701']],
  ['expect hit', ['E0701']],
  ['when transaction { }', ['E0702']],
  ['when person { } expect hit', ['E0213']],
  ['when payment { } expect hit', ['E0213']],
  ['when transaction { } vary transaction.amount { 5 USD: no hit, 6 USD: hit, missing: unknown }', []],
  ['when transaction { } vary transaction.amount { "5": no hit }', ['E0705']],
  ['when transaction { } vary transaction.amont { 5 USD: no hit }', ['E0201']],
  ['when transaction { } expect unknown because transaction.amount', []],
  ['when transaction { } expect unknown because origin.enrichment', []],
  ['when transaction { } expect unknown because origin.nam', ['E0201']],
  ['when transaction { } expect hit expect no hit', ['E0706']],
  ['when transaction { } expect score 25', []],
  ['when transaction { } expect score 20', ['E0706']],
  ['when transaction { } expect alert MEDIUM containing "limit"', []],
  ['when transaction { } expect alert LOW', ['E0706']],
  ['when transaction { } expect alert MEDIUM containing "fraud"', []],
  ['when transaction { } expect alert MIDDLE', ['E0213']],
  ['when transaction { } expect case HIGH containing "Review"', []],
  ['when transaction { } expect case HIGH containing "fraud"', ['E0706']],
  ['when transaction { } expect key "large"', []],
  ['when transaction { } expect key "small"', ['E0706']],
  ['when transaction { } expect list blocked gains "x"', []],
  ['when transaction { } expect list addresses gains "10.0.0.1"', ['E0706']],
  ['when transaction { } expect suggestion FLAG', ['E0706']],
  ['when transaction { } expect suggestion FLAAG', ['E0213']],
  ['when transaction { } expect status blocked', []],
  ['when transaction { } expect status suspended', ['E0706']],
  ['when transaction { } expect assigned to team "fraud"', []],
  ['when transaction { } expect assigned to team "other"', ['E0706']],
  ['when transaction { } expect automation "a"', ['E0706']],
  ['when transaction { } expect notification email', ['E0706']],
  ['when transaction { } expect decision HOLD', []],
  ['when transaction { } expect decision HOLDD', ['E0213']],
  ['when transaction { } expect label LOW', []],
  ['when transaction { } expect no alert', []],
];

const then = [
  'then alert MEDIUM "{transaction.amount} over the limit"',
  'open case HIGH "Review of a payment"',
  'key "large"',
  'add origin.taxId to blocked',
  'set status of origin to blocked because "limit"',
  'assign to team "fraud"',
].join('\n       ');

it.each(steps)('%s', (test, expected) => {
  expect(codes(`test "t" { ${test} }`, { then, head: 'score 25' })).toEqual(expected);
});

it('determines the rules that a test runs and the fields that its entries set', () => {
  const { rules, tests } = checkSource(
    'rule a { on transaction when transaction.flagged test "in" { when transaction { flagged: true } expect hit } }\n' +
      'rule b { on person when entity.isPep }\nrule c { on transaction, person when entity.isPep }\n' +
      'rule d { on transaction when transaction.flagged }\n' +
      'test "all" { when transaction { } expect hit }\ntest "named" for d { when transaction { } expect hit }',
  );
  expect(rules.map(({ key }) => key)).toEqual(['a', 'b', 'd']);
  expect(rules[0]?.tests).toMatchObject([{ title: 'in', rules: ['a'], target: 'transaction', todo: false }]);
  expect([...(rules[0]?.tests[0]?.fields.values() ?? [])].map(({ path }) => path)).toEqual(['transaction.flagged']);
  // Rule c has errors, so that the result of evaluating all rules is unknown.
  expect(tests.map(({ title, rules: run }) => [title, run])).toEqual([['named', ['d']]]);
});

it('separates the plain keys of a person test from those of its entity', () => {
  const { rules } = checkSource(
    'rule a { on person when entity.isPep test "t" { when person { name: "Ana", nationality: "BR", email: "a@b.c" } expect hit } }',
  );
  expect([...(rules[0]?.tests[0]?.fields.values() ?? [])].map(({ path }) => path)).toEqual([
    'entity.name',
    'person.nationality',
    'person.email',
  ]);
});
