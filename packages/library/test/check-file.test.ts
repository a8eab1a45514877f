import fc from 'fast-check';
import { checkFile, readRules, type Type } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { checkSource, codesOf, rule } from './check.js';

const right = [
  // Texts are converted to the type of the other side.
  'transaction.deviceDetails.ipAddress = "192.0.2.1"',
  'transaction.transactedAt >= "2026-01-01"',
  'origin.countryCode in ["BR", "AR"]',
  'weekday(transaction.transactedAt) in ["saturday", "sunday"]',
  'origin = "e-1"',
  // Untyped fields take the type of the other side.
  'origin.attributes.limit > 5',
  'transaction.amount > origin.attributes.limit * 2 USD',
  'transaction.metadata.a = transaction.metadata.b',
  'transaction.metadata.tags contains "vip"',
  'distance(origin.attributes.home, transaction.location) > 80 km',
  'transaction.metadata["KYC tier"].level = "gold"',
  // Money.
  'transaction.amount as EUR > 10 EUR',
  'transaction.amount / 2 > 10 USD',
  'transaction.amount between 10 USD and 20 USD',
  'transaction.amount - 5 USD > 10 USD',
  // Times.
  'transaction.transactedAt - 2h < now',
  'origin.accountAge < 30d',
  'origin.type = "person" and origin.person.dateOfBirth + 18y <= now',
  // Aggregates and current values.
  'count(transactions from origin in last 6mo where origin.countryCode != current.origin.countryCode) > 3',
  'count(transactions to origin in last 1d where amount = transaction.amount) > 3',
  'max(transactedAt of transactions from origin in last 1d) < now',
  'sum(metadata.points of transactions from origin in last 1d) > 5',
  'origin.nationality is missing or origin.nationality = "BR"',
  'origin.riskFactors is not empty',
  'least(1, 2, 3) = 1',
];

it.each(right)('reports nothing for %s', (when) => {
  expect(codesOf(when)).toEqual([]);
});

const wrong: readonly (readonly [string, readonly string[]])[] = [
  ['transaction.transactionAmount > 5 USD', ['E0201']],
  ['transaction.originEntityId = "x"', ['E0201']],
  ['amount > 5 USD', ['E0202']],
  ['person.isPep', ['E0208']],
  ['count(transactions from origin in last 1h where amonut > 5 USD) > 1', ['E0202']],
  ['count(transactions from origin in last 1h where transaction.amonut > 5 USD) > 1', ['E0201']],
  ['transaction.amount > true', ['E0301']],
  ['transaction.amount > 2h', ['E0301']],
  ['transaction.type > 3', ['E0301']],
  ['transaction.amount and transaction.flagged', ['E0303']],
  ['transaction.metadata.vip', ['E0303']],
  ['transaction.metadata.vip = true', []],
  ['origin.countryCode = "brazil"', ['E0305']],
  ['origin.countryCode in ["BR", "ar"]', ['E0305']],
  ['transaction.deviceDetails.ipAddress = "192.0.2.300"', ['E0305']],
  ['transaction.transactedAt >= "2026-02-30"', ['E0305']],
  ['transaction.amount + 5 > 10 USD', ['E0301']],
  ['origin.name is similar to any in [12, 13]', ['E0301']],
  ['origin.name is similar to any in origin.ownership.beneficialOwners', ['E0301']],
  ['origin.name is similar to any in origin.attributes.tags', []],
  ['origin.name is similar to any in values(type of transactions from origin in last 7d)', []],
  ['transaction.amount * transaction.amount > 10 USD', ['E0301']],
  ['hour(transaction.transactedAt, "Mars/Olympus") > 3', ['E0305']],
  ['hour(transaction.amount) > 3', ['E0301']],
  ['round(origin.riskScore, 13) > 3', ['E0305']],
  ['length(origin.riskScore) > 3', ['E0301']],
  ['transaction.location in ["a"]', ['E0302']],
  ['transaction.amount in list "blocked"', ['E0302']],
  ['sum(status of transactions from origin in last 1h) > 3', ['E0302']],
  ['count(transactions from transaction.id in last 1h) > 3', ['E0402']],
  ['count(transactions from origin in last 25mo) > 3', ['E0406']],
  // One mistake gives one finding, even if it affects other parts.
  ['transaction.amont > 5 or transaction.amont * 2 > 7', ['E0201', 'E0201']],
  ['sum(amont as USD of transactions from origin in last 1h where amount > 1 USD) * 2 > 3', ['E0202']],
  ['not (transaction.type = "payment" and hour(now) > 3)', ['E0305']],
];

it.each(wrong)('reports for %s the codes %j', (when, codes) => {
  expect(codesOf(when)).toEqual(codes);
});

it('reports an unknown name once, not at its uses', () => {
  expect(codesOf('a > 1 and a < b', { lets: 'let a = origin.riskScor\n  let b = a + 1' })).toEqual(['E0201']);
});

it('checks actions like conditions', () => {
  const action = (then: string) => codesOf('transaction.flagged', { then: `then ${then}` });
  expect(action('alert HIGH "{origin.name} {transaction.amount * 2}" once per origin in 24h')).toEqual([]);
  expect(action('alert HIGH "{origin.nam}"')).toEqual(['E0604']);
  expect(action('alert HIGH "x" once per origin.attributes')).toEqual(['E0302']);
  expect(action('set status to DECLINED')).toEqual([]);
  expect(action('set status to blocked')).toEqual(['E0213']);
  expect(action('set status of destination to rejected because "fraud"')).toEqual([]);
  expect(action('set status of origin to approved')).toEqual(['E0805']);
  expect(
    action('add origin.taxId to list "blocked", originAccount.details.cbu to list "blocked" because "mule"'),
  ).toEqual([]);
  expect(action('add now to list "blocked"')).toEqual(['E0201']);
  expect(action('suggest BLOK')).toEqual(['E0213']);
});

it('suggests names of the expected type first', () => {
  const [finding] = checkSource(rule('origin.isPpe = true')).diagnostics;
  expect(finding).toMatchObject({ help: 'did you mean `isPep`?', fixes: [{ edits: [{ newText: 'origin.isPep' }] }] });
});

it('rejects conditions nested deeper than five levels', () => {
  const deep = (levels: number): string =>
    levels === 0 ? 'transaction.flagged' : `transaction.flagged ${levels % 2 ? 'and' : 'or'} (${deep(levels - 1)})`;
  expect(codesOf(deep(5))).toEqual([]);
  expect(codesOf(deep(6))).toEqual(['E0902']);
});

it('rejects values of more than 200 parts', () => {
  const sum = (terms: number): string => `${Array<string>(terms).fill('1').join(' + ')} > 0`;
  expect(codesOf(sum(16))).toEqual([]);
  const wide = (calls: number): string =>
    `least(${Array<string>(14).fill('least(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)').slice(0, calls).join(', ')}) > 0`;
  expect(codesOf(wide(14))).toEqual([]);
  expect(codesOf(wide(14).replaceAll('13)', '13, 14, 15)'))).toEqual(['E0903']);
});

it('types untyped operands by the other side', () => {
  const { rules } = checkSource(
    rule('origin.attributes.limit > 5 and origin.attributes.tier in ["a", "b"] and transaction.amount > 3 USD'),
  );
  const [checked] = rules;
  const types = (checked?.condition.kind === 'and' ? checked.condition.items : []).map((item): readonly Type[] => {
    const resolution = checked?.meaning.resolution(item);
    return resolution?.kind === 'application' ? resolution.operandTypes : [];
  });
  expect(types).toEqual([
    [{ kind: 'number' }, { kind: 'number' }],
    [
      { kind: 'text', collation: null },
      { kind: 'list', element: { kind: 'text', collation: null } },
    ],
    [{ kind: 'money' }, { kind: 'money', currency: 'USD' }],
  ]);
});

it('compares texts by the collation of the field', () => {
  const collation = (when: string) => {
    const [checked] = checkSource(rule(when)).rules;
    const resolution = checked && checked.meaning.resolution(checked.condition);
    return resolution?.kind === 'application'
      ? resolution.operandTypes.map((type) => (type.kind === 'text' ? type.collation : type))
      : null;
  };
  expect(collation('origin.name = "ana"')).toEqual(['ci', 'ci']);
  expect(collation('origin.taxId = "1"')).toEqual(['cs', 'cs']);
  expect(collation('origin.taxId = origin.name')).toEqual(['ci', 'ci']);
});

it('checks presence on the stored value, whatever the type', () => {
  const [checked] = checkSource(rule('transaction.deviceDetails.ipAddress is present')).rules;
  expect(checked?.meaning.resolution(checked.condition)).toMatchObject({ operandTypes: [{ kind: 'any' }] });
});

it('determines which windows can be kept as running state', () => {
  const cost = (where: string) => {
    const [checked] = checkSource(rule(`count(transactions from origin in last 1d where ${where}) > 1`)).rules;
    const [aggregate] = checked?.aggregates ?? [];
    const resolution = aggregate && checked?.meaning.resolution(aggregate);
    return resolution?.kind === 'aggregate' ? resolution.window : null;
  };
  expect(cost('amount >= 250 USD and category in ["a", "b"] and flagged')).toMatchObject({
    cost: 'c3',
    window: { kind: 'last', spanMs: 86_400_000, spanMonths: 0 },
  });
  for (const where of [
    'amount > transaction.amount',
    'origin.countryCode = "BR"',
    'flagged or amount > 1 USD',
    'hour(transactedAt) > 3',
  ])
    expect(cost(where)).toMatchObject({ cost: 'c4' });
});

it('links records by their sender or receiver', () => {
  const links = (link: string, head: string) => {
    const { rules } = checkSource(`rule r { on ${head} when count(transactions ${link} in last 1d) > 1 }`);
    const [aggregate] = rules[0]?.aggregates ?? [];
    const resolution = aggregate && rules[0]?.meaning.resolution(aggregate);
    return resolution?.kind === 'aggregate' ? resolution.window.links : null;
  };
  const key = (subject: string, record: string) => ({
    subjectPath: [subject],
    recordPath: [record],
    type: { kind: 'entity' },
  });
  const [from, to] = ['originEntityId', 'destinationEntityId'];
  expect(links('from origin', 'transaction')).toEqual([{ kind: 'from', alternatives: [[key(from, from)]] }]);
  expect(links('to origin', 'transaction')).toEqual([{ kind: 'to', alternatives: [[key(from, to)]] }]);
  expect(links('from person', 'person')).toEqual([{ kind: 'from', alternatives: [[key('id', from)]] }]);
  expect(links('involving origin', 'transaction')).toEqual([
    { kind: 'involving', alternatives: [[key(from, from)], [key(from, to)]] },
  ]);
  expect(links('between origin and destination', 'transaction')).toEqual([
    {
      kind: 'between',
      alternatives: [
        [key(from, from), key(to, to)],
        [key(from, to), key(to, from)],
      ],
    },
  ]);
  expect(links('per deviceDetails.deviceId', 'transaction')).toEqual([
    {
      kind: 'per',
      alternatives: [
        [
          {
            subjectPath: ['deviceDetails', 'deviceId'],
            recordPath: ['deviceDetails', 'deviceId'],
            type: { kind: 'text', collation: 'cs' },
          },
        ],
      ],
    },
  ]);
});

it('applies the defaults', () => {
  expect(checkSource('rule r { on transaction when transaction.flagged }').rules[0]).toMatchObject({
    key: 'r',
    name: 'r',
    description: '',
    score: 0,
    priority: 50,
    category: 'custom',
    mode: 'live',
    unknownPolicy: 'ignore',
    triggers: [],
    lets: [],
  });
});

it('accepts list declarations as written when there is no server', () => {
  const { file } = readRules(
    'list l = "0a7de7f0-5a4e-4d1f-9d8c-2b7c1f6e3d55" of type "custom"\nrule r { on transaction when origin.taxId not in l }',
  );
  const { rules, diagnostics } = checkFile(file, { catalogue: libraryCatalogue });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [checked] = rules;
  expect(checked?.meaning.resolution(checked.condition)).toMatchObject({
    kind: 'application',
    declaration: { name: 'not_in_custom_list' },
  });
});

const words = [
  'transaction',
  'amount',
  '.',
  '>',
  '5',
  'USD',
  '"x"',
  'origin',
  'count',
  '(',
  ')',
  'transactions',
  'from',
  'in',
  'last',
  '1h',
  'and',
  'not',
  '[',
  ']',
  ',',
  'is',
  'missing',
  'x',
  '+',
  'as',
  'hour',
  'where',
  'list',
  'now',
  'otherwise',
  '2026-01-01',
  'between',
];

it('never throws, and never accepts a rule with errors', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 14 }), (parts) => {
      const { rules, diagnostics } = checkSource(rule(parts.join(' ')));
      expect(rules.length === 1).toBe(!diagnostics.some(({ severity }) => severity === 'error'));
    }),
    { numRuns: 2_000 },
  );
});

it('suggests an aggregate when a collection is used as a field', () => {
  const [finding] = checkSource(rule('sum(transactions.amount from origin in last 7d) > 5 USD')).diagnostics;
  expect(finding).toMatchObject({
    code: 'E0202',
    message: '`transactions` are records, not a field',
    help: 'an aggregate computes over records: `sum(amount of transactions from origin in last 7d)`',
  });
});

it.each(['origin', 'destination'])('suggests the party itself for the id of `%s`', (party) => {
  const [found] = checkSource(rule(`${party}.id = "x"`)).diagnostics.filter(({ code }) => code === 'E0201');
  expect(found?.help).toBe(`did you mean \`${party}\`?`);
  expect(checkSource(rule(`${party} = "x"`)).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
});

it.each(['NAME = 1', 'origin.NAME = 1', 'origin.name in NAME', 'origin.name is similar to "a" using NAME'])(
  'shortens an extremely long name in the diagnostic for `%s`',
  (condition) => {
    const { diagnostics } = checkSource(rule(condition.replace('NAME', 'x'.repeat(200_000))));
    const [found] = diagnostics.filter(({ severity }) => severity === 'error');
    expect(found?.message).toMatch(/^[^x]*x+…$/);
    expect([...(found?.message ?? ''), ...(found?.help ?? '')].length).toBeLessThan(2_100);
  },
);

it('does not suggest a transaction field for a party field of the same name', () => {
  const [found] = checkSource(rule('origin.location is within 50 km of transaction.location')).diagnostics.filter(
    ({ code }) => code === 'E0201',
  );
  expect(found?.message).toBe('`origin` has no field `location`');
  expect(found?.fixes?.some(({ safe }) => safe) ?? false).toBe(false);
  const [stored] = checkSource(rule('transaction.originEntityId = "x"')).diagnostics;
  expect(stored?.help).toBe('did you mean `origin`?');
});

it.each([
  ['enrichmentData.normalized.registrationStatus', 'normalized.registrationStatus'],
  ['enrichmentData.normalized.address.city', 'normalized.address.city'],
])('suggests how to write %s in company rules', (stored, text) => {
  const check = (path: string) =>
    checkSource(`language 1\nrule r {\n  on company (enriched)\n  when ${path} = "x"\n  then suggest FLAG\n}`)
      .diagnostics;
  const [found] = check(stored).filter(({ severity }) => severity === 'error');
  expect(found).toMatchObject({ help: `did you mean \`${text}\`?`, fixes: [{ edits: [{ newText: text }] }] });
  expect(check(text).filter(({ severity }) => severity === 'error')).toEqual([]);
});
