import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { aggregateNames, operatorNames, type CheckedRule, type Expression, childExpressions } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { checkSource } from './check.js';

const words = (text: string): string[] => text.split(/\s+/);

const operands = words(
  'transaction.amount origin origin.name origin.person.dateOfBirth transaction.deviceDetails.ipAddress transaction.location ' +
    'transaction.metadata.x amount origin.countryCode current.origin.countryCode now a b x LIMIT near l p match.score item missing ' +
    '5 0 5_USD 3_EUR 88% 90s 6mo 2026-01-01 500_km "x" "" "BR" `^a` true [] ["a"] [1,"x"]',
).map((word) => word.replace('_', ' '));
const joins = words(
  'and or not = != < >= in not_in between contains contains_any_of starts_with matches is_missing is_present is_empty ' +
    'is_similar_to is_similar_to_any_in at using is_multiple_of is_before is_after is_within_last is_within_5_km_of ' +
    'is_outside_operational_hours_of otherwise + - * / as_USD ( ) { } , : all{ any{ none{ at_least_2_of{',
).map((word) => word.replaceAll('_', ' '));
const calls = [...aggregateNames.map((name) => `${name}(`), ...words('near( hour( text( lookup( if( convert( date(')];
const inside = words(
  'transactions userEvents alerts relationships accounts origin.riskFactors of distinct prior last_3 from to involving between per ' +
    'in_last_1d in_last_p in_current_month in_previous_week in_all_time since where list_"blocked" lists_of_type_"custom"',
).map((word) => word.replaceAll('_', ' '));

const soup = (maxLength: number) =>
  fc
    .array(fc.constantFrom(...operands, ...operands, ...joins, ...calls, ...inside), { maxLength })
    .map((parts) => parts.join(' '));

const clause = fc.constantFrom(
  ...words(
    'on matrix score priority tags scope evaluate stop mode effective meta let when then unknown test given expect vary',
  ),
  'on transaction',
  'on person, userEvent (created)',
  'when transaction.flagged',
  'then alert HIGH "{a} {match.value}" once per origin in 24h with { type: "AML" }',
  'then add origin.taxId to l, origin to p',
  'then suggest FLAG',
  'set status of origin to blocked',
  'test "t" { given 3 transactions every 1h { amount: 5 USD } when transaction { amount: x } expect hit }',
  'test "t" for r, s { vary origin.name { "x": hit } }',
  'tags ["a"]',
  'scope { countries: ["BR"] }',
  'meta { reviewBy: 2026-01-01 }',
  'effective from 2026-01-01',
  'matrix m',
  'evaluate async',
);

const declarations = [
  'const LIMIT = 5 USD',
  'const LIMIT = LIMIT',
  'param p = 7d between 1d and 30d step 1d',
  'define near(x) as x > LIMIT and a',
  'define a as b',
  'define b as near(a)',
  'list l = "blocked"',
  'matrix m { on transaction decide HOLD from 5 }',
  'import "x.rules"',
];

const nodesOf = (rule: CheckedRule): Expression[] => {
  const found: Expression[] = [];
  const visit = (written: Expression): void => {
    const node = rule.meaning.expanded(written);
    found.push(written, node);
    for (const child of childExpressions(node)) visit(child);
  };
  for (const root of [rule.condition, ...rule.lets.map(({ value }) => value)]) visit(root);
  return found;
};

const isSound = (source: string): void => {
  const { rules, diagnostics } = checkSource(source);
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  const declared = source.split('rule r').length - 1;
  if (declared === 1) expect(rules.length === 1 || failed).toBe(true);
  // Every accepted rule is typed completely, down to the last node, so that an evaluation cannot fail on types.
  for (const rule of rules) for (const node of nodesOf(rule)) expect(rule.meaning.type(node).kind).toBeDefined();
};

it('never throws, and types every node of what it accepts', () => {
  fc.assert(
    fc.property(
      fc.subarray(declarations),
      soup(16),
      fc.option(soup(6)),
      fc.array(clause, { maxLength: 4 }),
      (before, when, value, clauses) => {
        const lets = value === null ? '' : `let x = ${value}`;
        isSound(`${before.join('\n')}\nrule r {\n on transaction\n ${lets}\n when ${when}\n ${clauses.join('\n ')}\n}`);
      },
    ),
    propertyRuns(1_000),
  );
});

const { expression } = fc.letrec<{ expression: string; condition: string }>((tie) => {
  const leaf = fc.constantFrom(...operands.filter((operand) => !['', ')', '{'].includes(operand)));
  const infix = fc.constantFrom(
    ...words('= != < >= + - * / otherwise in contains starts_with matches is_before is_multiple_of is_similar_to').map(
      (word) => word.replaceAll('_', ' '),
    ),
  );
  const aggregate = fc
    .tuple(
      fc.constantFrom(...aggregateNames),
      fc.constantFrom('', '', 'distinct '),
      fc.option(tie('expression')),
      fc.constantFrom(
        'transactions',
        'prior transactions',
        'last 5 transactions',
        'relationships',
        'origin.riskFactors',
        'alerts',
      ),
      fc.constantFrom(
        '',
        'from origin',
        'to origin',
        'involving origin',
        'between origin and destination',
        'per channel',
      ),
      fc.constantFrom('', 'in last 1d', 'in last p', 'in current month', 'in all time', 'since now - 2d'),
      fc.option(tie('condition')),
    )
    .map(
      ([name, distinct, value, source, link, window, where]) =>
        `${name}(${distinct}${value === null ? '' : `(${value}) of `}${source} ${link} ${window}${where === null ? '' : ` where ${where}`})`,
    );
  const call = fc
    .tuple(
      fc.constantFrom('near', 'hour', 'least', 'if', 'text', 'convert', 'lookup', 'round'),
      fc.array(tie('expression'), { maxLength: 3 }),
    )
    .map(([name, args]) => `${name}(${args.join(', ')})`);
  return {
    expression: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.tuple(tie('expression'), infix, tie('expression')).map((parts) => `(${parts.join(' ')})`),
      call,
      aggregate,
      fc.tuple(fc.constantFrom('-', 'not '), tie('expression')).map((parts) => `(${parts.join('')})`),
    ),
    condition: fc.oneof(
      { maxDepth: 2 },
      tie('expression'),
      fc.tuple(tie('condition'), fc.constantFrom('and', 'or'), tie('condition')).map((parts) => `(${parts.join(' ')})`),
      fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((items) => `any { ${items.join(', ')} }`),
      fc
        .array(tie('condition'), { minLength: 1, maxLength: 3 })
        .map((items) => `at least 1 of { ${items.join(', ')} }`),
    ),
  };
});

it('types every node of well-formed expressions of any kind, or reports an error', () => {
  fc.assert(
    fc.property(
      fc.subarray(declarations.filter((each) => !each.startsWith('const LIMIT = L'))),
      expression,
      expression,
      (before, left, right) => {
        isSound(
          `${before.join('\n')}\nrule r {\n on transaction\n let x = ${left}\n when x = ${right}\n then alert HIGH "{x} {${left.replaceAll('"', "'")}}"\n}`,
        );
        isSound(`${before.join('\n')}\nrule r {\n on transaction\n when (${left}) >= 1 or ${right}\n}`);
      },
    ),
    propertyRuns(1_000),
  );
});

it('never throws on clauses in any order', () => {
  fc.assert(
    fc.property(fc.subarray(declarations), fc.array(fc.oneof(clause, soup(3)), { maxLength: 12 }), (before, parts) => {
      expect(() => checkSource(`${before.join('\n')}\nrule r {\n ${parts.join('\n ')}\n}`)).not.toThrow();
    }),
    propertyRuns(1_000),
  );
});

const comparisons = operatorNames.filter((name) => !['add', 'subtract', 'multiply', 'divide', 'negate'].includes(name));

it('finds a declaration for every operator', () => {
  expect(operatorNames.filter((name) => !libraryCatalogue.operator(name))).toEqual([]);
  expect(comparisons.length).toBeGreaterThan(40);
});
