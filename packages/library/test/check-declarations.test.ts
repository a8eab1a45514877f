import { checkFiles, readRules, type SourceFile } from '@tamis/lang';
import { checkSource, organization } from './check.js';

const body = (when: string): string => `rule r {\n  on transaction\n  when ${when}\n}\n`;

/** Declarations before a rule that uses them, and the resulting codes. */
const cases: readonly (readonly [string, string, readonly string[]])[] = [
  // Constants.
  ['const A = 5 USD', 'transaction.amount > A', []],
  ['const A = 2 * 5 USD const B = A / 4', 'transaction.amount > B', []],
  ['const B = A const A = 5 USD', 'transaction.amount > B', []],
  ['const A = ["BR", "AR"]', 'origin.countryCode in A', []],
  ['const A = ["BR", "brazil"]', 'origin.countryCode in A', ['E0305']],
  ['const A = `^a+$`', 'transaction.channel matches A', []],
  ['const A = `(?=a)`', 'transaction.channel matches A', ['E0601']],
  ['const A = 1 / 0', 'origin.riskScore > A', ['E0316']],
  ['const A = 5 USD + 2 EUR', 'transaction.amount > A', ['E0311']],
  ['const A = hour(now)', 'origin.riskScore > A', ['E0316']],
  ['param p = 5 const A = p', 'origin.riskScore > A', ['E0316']],
  ['const A = A', 'origin.riskScore > A', ['E0207']],
  ['const A = B const B = A', 'origin.riskScore > A', ['E0207']],
  ['const A = 5 const A = 6', 'origin.riskScore > A', ['E0204']],
  ['const now = 5', 'transaction.flagged', ['E0206']],
  ['const A = 5', 'transaction.flagged', ['W1110']],
  ['const A = 5', 'A.b > 4', ['E0202']],
  ['const A = 5 DOLLARS', 'origin.riskScore > A', ['E0101']],
  ['const A = 5 USX', 'transaction.amount > A', ['E0310']],
  // Parameters.
  ['param p = 10 between 1 and 50 step 1', 'origin.riskScore > p', []],
  ['param p = 10 between 1 and 50 step 4', 'origin.riskScore > p', ['E0313']],
  ['param p = 10 between 20 and 50', 'origin.riskScore > p', ['E0313']],
  ['param p = 10 between 50 and 1', 'origin.riskScore > p', ['E0313']],
  ['param p = 10 USD between 1 EUR and 50 EUR', 'transaction.amount > p', ['E0313']],
  ['param p = 10 between 1 and 50 step 0', 'origin.riskScore > p', ['E0313']],
  ['param p = 90d between 30d and 1y', 'origin.accountAge > p', ['E0313']],
  ['param p = 90d between 30d and 365d step 15d', 'origin.accountAge > p', []],
  ['param p = 2026-01-01 between 2026-01-01 and 2026-12-31 step 1d', 'transaction.transactedAt >= p', []],
  ['param p = "a" between "a" and "b"', 'transaction.channel = p', ['E0313']],
  ['param p = 88% between 75% and 99%', 'origin.name is similar to "ACME" at p using token_set', []],
  ['param p = 188%', 'origin.name is similar to "ACME" at p', ['E0305']],
  ['param p = 7d', 'exists(transactions from origin in last p)', []],
  ['param p = 800d', 'exists(transactions from origin in last p)', ['E0406']],
  ['param p = 5', 'exists(transactions from origin in last p)', ['E0301']],
  // Definitions.
  ['define risky as origin.riskScore > 80', 'risky and transaction.flagged', []],
  ['define near(x) as x > 5 USD and x < 9 USD', 'near(transaction.amount)', []],
  ['define near(x) as x > 5 USD', 'count(transactions from origin in last 1h where near(amount)) > 1', []],
  ['define outer(x) as inner(x) and inner(x) define inner(y) as y > 1', 'outer(origin.riskScore)', []],
  ['define near(x) as x > 5 USD', 'near(origin.name)', ['E0301']],
  ['define near(x) as x > 5 USD', 'near(origin.name) or near(origin.name)', ['E0301']],
  ['define near(x) as x > 5 USD', 'near(origin.nam)', ['E0201']],
  ['define near(x) as x > 5 USD', 'near(1 USD, 2 USD)', ['E0212']],
  ['define near(x) as x > 5 USD', 'near', ['E0212']],
  ['define risky as origin.riskScor > 80', 'risky', ['E0201']],
  ['define risky as person.isPep', 'risky', ['E0208']],
  ['define a as b define b as c define c as a', 'a', ['E0207']],
  ['define a as b and transaction.flagged define b as b', 'a', ['E0207']],
  ['define near(transaction) as transaction > 5', 'near(1)', ['E0206']],
  ['const A = 5 define near(A) as A > 5', 'near(A)', ['E0206']],
  ['define near(x, x) as x > 5', 'near(1, 2)', ['E0204']],
  ['define hour(x) as x > 5', 'hour(1)', ['E0206', 'E0301']],
  ['define amounts as sum(amount as USD of transactions from origin in last 1d)', 'amounts > 5 USD', []],
  [
    'define amounts as sum(amount as USD of transactions from origin in last 1d)',
    'count(transactions from origin in last 1d where amount > amounts) > 5',
    ['E0408'],
  ],
  ['define near(x) as x > 5 USD', 'near(transaction.amount).low', ['E0201']],
  [
    'define near(amount) as count(transactions from origin in last 1d where amount > 5 USD) > 1',
    'near(1 USD)',
    ['E0210'],
  ],
  [
    `define d0 as transaction.flagged ${Array.from({ length: 17 }, (_, at) => `define d${at + 1} as d${at}`).join(' ')}`,
    'd17',
    ['E0910'],
  ],
  [
    `define wide(x) as ${Array.from({ length: 20 }, (_, at) => `x > ${at}`).join(' and ')}`,
    Array.from({ length: 20 }, (_, at) => `wide(origin.riskScore + ${at})`).join(' or '),
    ['E0903'],
  ],
  ['', `origin.riskScore > ${Array.from({ length: 210 }, () => '1').join(' + ')}`, ['E0902']],
  [
    '',
    `origin.riskScore > ${Array.from({ length: 16 }, () => `least(${Array.from({ length: 16 }, () => '1').join(', ')})`).join(' + ')}`,
    ['E0903'],
  ],
  // Lists.
  ['list l = "blocked"', 'origin.taxId in l', []],
  ['list l = "blocked" of type "custom"', 'origin.taxId in l', []],
  ['list l = "blocked" of type "ip_blocklist"', 'origin.taxId in l', ['E0504']],
  ['list l = "blocked" of type "costum"', 'origin.taxId in l', ['E0506']],
  ['list l = "retired"', 'origin.taxId in l', ['E0502']],
  ['list l = "gone"', 'origin.taxId in l', ['E0501']],
  ['list l = "addresses"', 'origin.riskScore in l', ['E0505']],
  ['list l = "addresses"', 'transaction.deviceDetails.ipAddress in l', []],
  ['list l = "blocked"', 'l = "x"', ['E0301']],
  ['list l = "blocked"', 'lookup(l, origin.taxId).riskScore >= 80', []],
  ['list l = "blocked"', 'lookup(l, origin.taxId).riskScor >= 80', ['E0201']],
  ['list l = "blocked"', 'transaction.description contains all of l', ['E0302']],
  // Matrices.
  ['matrix m { on transaction thresholds low 10, medium 20, high 30 }', 'transaction.flagged', []],
  ['matrix m { on transaction thresholds low 10, medium 20 }', 'transaction.flagged', ['E0213']],
  ['matrix m { on transaction thresholds low 10, medium 5, high 30 }', 'transaction.flagged', ['E0803']],
  ['matrix m { on transaction scale 0 to 20 thresholds low 1, medium 5, high 30 }', 'transaction.flagged', ['E0803']],
  ['matrix m { on transaction scale 20 to 0 }', 'transaction.flagged', ['E0803']],
  ['matrix m { on transaction decide REJCT from 30 }', 'transaction.flagged', ['E0213']],
  ['matrix m { on transaction decide HOLD from 30 decide HOLD from 40 }', 'transaction.flagged', ['E0803']],
  ['matrix m { on payment }', 'transaction.flagged', ['E0213']],
  ['matrix m { scale 0 to 10 }', 'transaction.flagged', ['E0213']],
];

it.each(cases)('reports the expected codes for %s when the condition is %s', (declarations, when, codes) => {
  expect(checkSource(`${declarations}\n${body(when)}`).diagnostics.map(({ code }) => code)).toEqual(codes);
});

it('marks the invalid use of a definition, and the definition itself', () => {
  const source = `define near(x) as x > 5 USD\n${body('near(origin.name)')}`;
  expect(checkSource(source).diagnostics).toMatchObject([
    { range: { start: { line: 3, character: 7 } }, related: [{ range: { start: { line: 0 } } }] },
  ]);
});

it('expands each use of a definition into a separate tree', () => {
  const { rules } = checkSource(
    `define near(x) as x > 5 USD\n${body('near(transaction.amount) and count(transactions from origin in last 1h where near(amount)) > 1')}`,
  );
  const [checked] = rules;
  const [first] = checked?.condition.kind === 'and' ? checked.condition.items : [];
  const where = checked?.aggregates[0]?.where;
  const scopeOf = (use: typeof first | null) => {
    const comparison = use && checked?.meaning.expanded(use);
    const left = comparison?.kind === 'operation' ? comparison.operands[0] : undefined;
    const found = left && checked?.meaning.resolution(checked.meaning.expanded(left));
    return found?.kind === 'field' ? found.scope : null;
  };
  expect([scopeOf(first), scopeOf(where)]).toEqual(['subject', 'record']);
  expect(checked?.names).toEqual(['near']);
});

it('resolves constants and parameters, with the values of the organization before the defaults', () => {
  const value = (settings: Parameters<typeof checkSource>[1]) => {
    const { rules, parameters } = checkSource(
      `param p = 10 between 1 and 50 step 1\n${body('origin.riskScore > p')}`,
      settings,
    );
    const [checked] = rules;
    const right = checked?.condition.kind === 'operation' ? checked.condition.operands[1] : undefined;
    return [right && checked?.meaning.constant(right), parameters[0]?.value, parameters[0]?.default];
  };
  const number = (text: string) => ({ p: { kind: 'numberLiteral', text, range: null } }) as const;
  expect(value({})).toEqual([10, 10, 10]);
  expect(value({ parameterValues: number('20') })).toEqual([20, 20, 10]);
  // Outside the range, or between two steps: the default is used.
  expect(value({ parameterValues: number('51') })).toEqual([10, 10, 10]);
  expect(value({ parameterValues: number('20.5') })).toEqual([10, 10, 10]);
});

it('applies the defaults of a matrix', () => {
  expect(checkSource('matrix m { on transaction }').matrices).toMatchObject([
    {
      key: 'm',
      name: 'm',
      scale: { minimum: 0, maximum: 100 },
      thresholds: { low: 30, medium: 60, high: 80 },
      bands: [{ decision: 'REVIEW_REQUIRED', from: 80 }],
      otherwise: 'APPROVE',
    },
  ]);
  expect(
    checkSource('matrix m { on person decide REJECT from 90 decide HOLD from 5 otherwise HOLD }').matrices,
  ).toMatchObject([
    {
      bands: [
        { decision: 'HOLD', from: 5 },
        { decision: 'REJECT', from: 90 },
      ],
      otherwise: 'HOLD',
    },
  ]);
});

describe('several files', () => {
  const check = (sources: Readonly<Record<string, string>>, shared: readonly string[] = []) => {
    const files: SourceFile[] = Object.entries(sources).map(([name, source]) => ({
      name,
      file: readRules(source).file,
      source,
      shared: shared.includes(name),
    }));
    return checkFiles(files, organization);
  };
  const codes = (sources: Readonly<Record<string, string>>, shared: readonly string[] = []) =>
    Object.fromEntries(
      [...check(sources, shared).diagnostics].map(([name, found]) => [name, found.map(({ code }) => code)]),
    );

  it('share one namespace, whatever their order', () => {
    const sources = { 'a.rules': body('transaction.amount > LIMIT'), 'b.rules': 'const LIMIT = 5 USD' };
    expect(codes(sources)).toEqual({ 'a.rules': [], 'b.rules': [] });
    expect(check(sources).rules).toMatchObject([{ key: 'r', file: 'a.rules', names: ['LIMIT'] }]);
  });

  it('must not declare a name twice', () => {
    expect(codes({ 'a.rules': body('transaction.flagged'), 'b.rules': body('transaction.flagged') })).toEqual({
      'a.rules': [],
      'b.rules': ['E0204'],
    });
  });

  it('must not redeclare a name of the organization', () => {
    expect(
      codes({ 'lib.rules': 'const A = 5', 'a.rules': `const A = 6\n${body('origin.riskScore > A')}` }, ['lib.rules']),
    ).toEqual({ 'lib.rules': [], 'a.rules': ['E0206'] });
  });

  it('import each other by relative path, and import cycles are allowed', () => {
    expect(
      codes({
        'rules/a.rules': `import "lists/b.rules"\n${body('transaction.amount > A')}`,
        'rules/lists/b.rules': 'import "../a.rules"\nconst A = 5 USD',
      }),
    ).toEqual({ 'rules/a.rules': [], 'rules/lists/b.rules': [] });
    expect(codes({ 'a.rules': 'import "b.rule"', 'b.rules': '' })).toEqual({ 'a.rules': ['E0211'], 'b.rules': [] });
  });

  it('import each other at most eight levels deep', () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, at) => [`${at}.rules`, at + 1 < length ? `import "${at + 1}.rules"` : '']),
      );
    expect(Object.values(codes(chain(9))).flat()).toEqual([]);
    expect(codes(chain(10))).toMatchObject({ '0.rules': ['E0916'], '1.rules': [] });
  });
});

it('counts the cost of inputs shared by rules once', () => {
  const one = (key: string) =>
    `rule ${key} { on transaction matrix m when count(transactions from origin in last 1h) > 5 }`;
  const { cost } = checkSource(`matrix m { on transaction }\n${one('a')}\n${one('b')}`);
  expect([...cost.rules]).toEqual([
    ['a', 21],
    ['b', 21],
  ]);
  expect(cost.total).toBe(21);
  expect([...cost.matrices]).toEqual([['m', 21]]);
  expect(cost.aggregates).toBe(1);
});
