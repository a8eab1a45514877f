import { limits } from '@tamis/lang';
import fc from 'fast-check';

/**
 * Valid conditions of transaction rules as text, with few fields and few values, so that terms of one condition often conflict, repeat and
 * imply each other. They match the contexts of `subjects`.
 */

const small = fc.constantFrom('0', '1', '2', '3', '-1', '1.5');
const orders = fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
const currencies = fc.constantFrom('USD', 'EUR');
const types = fc.constantFrom('"PAYMENT"', '"TRANSFER"', '"REFUND"');
const countries = fc.constantFrom('"BR"', '"AR"', '"US"');
const names = fc.constantFrom('"Ana"', '"ANA"', '"ána"', '"Zé"', '"x"');
const codes = fc.constantFrom('"a1"', '"A1"', '"b2"');
const days = fc.constantFrom('1990-01-01', '2000-06-15', '2010-12-31');
const spans = fc.constantFrom('1h', '24h', '7d');

const template = (strings: TemplateStringsArray, ...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((values) => strings.map((text, index) => `${text}${values[index] ?? ''}`).join(''));

const listOf = (item: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.uniqueArray(item, { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(', ')}]`);

const rising = (item: fc.Arbitrary<number>, unit = ''): fc.Arbitrary<string> =>
  fc.tuple(item, item).map(([a, b]) => `${Math.min(a, b)}${unit} and ${Math.max(a, b)}${unit}`);

const whole = fc.integer({ min: 0, max: 3 });
const membership = fc.constantFrom('in', 'not in');
const range = fc.constantFrom('between', 'not between');
const equality = fc.constantFrom('=', '!=');
const presence = fc.constantFrom('is missing', 'is present');
const emptiness = fc.constantFrom('is empty', 'is not empty');
const fields = fc.constantFrom(
  'origin.riskScore',
  'transaction.amount',
  'transaction.type',
  'origin.countryCode',
  'origin.name',
  'origin.taxId',
  'transaction.flagged',
  'transaction.metadata.x',
  'origin.person.dateOfBirth',
  'transaction.transactedAt',
);

const numberTerms = [
  template`origin.riskScore ${orders} ${small}`,
  template`origin.riskScore ${range} ${rising(whole)}`,
  template`origin.riskScore ${membership} ${listOf(small)}`,
  template`${small} ${orders} origin.riskScore`,
  template`origin.riskScore ${orders} destination.riskScore`,
  template`destination.riskScore ${orders} origin.riskScore`,
  template`abs(origin.riskScore) ${orders} ${small}`,
  template`length(origin.name) ${orders} ${small}`,
  template`(origin.riskScore otherwise 1) ${orders} ${small}`,
  template`origin.riskScore + 1 ${orders} ${small}`,
];
const moneyTerms = [
  template`transaction.amount ${orders} ${small} ${currencies}`,
  template`transaction.amount ${orders} ${small}`,
  template`transaction.amount as ${currencies} ${orders} ${small} ${currencies}`,
  template`transaction.amount ${range} ${rising(whole, ' USD')}`,
];
const textTerms = [
  template`transaction.type ${equality} ${types}`,
  template`transaction.type ${membership} ${listOf(types)}`,
  template`origin.countryCode ${membership} ${listOf(countries)}`,
  template`origin.countryCode ${equality} destination.countryCode`,
  template`destination.countryCode ${equality} origin.countryCode`,
  template`origin.name ${equality} ${names}`,
  template`origin.name ${membership} ${listOf(names)}`,
  template`origin.taxId ${equality} ${codes}`,
  template`exact(origin.name) ${equality} ${names}`,
  template`origin.name contains "a"`,
  template`origin.name not contains "a"`,
  template`origin.taxId starts with "a"`,
];
const otherTerms = [
  template`${fields} ${presence}`,
  template`origin.name ${emptiness}`,
  template`origin.taxId ${emptiness}`,
  template`transaction.metadata.x ${emptiness}`,
  template`transaction.metadata.x ${orders} ${small}`,
  template`transaction.metadata.x ${equality} ${codes}`,
  template`transaction.metadata.x ${equality} transaction.metadata.y`,
  template`transaction.flagged`,
  template`transaction.flagged ${equality} ${fc.constantFrom('true', 'false')}`,
  template`origin.person.dateOfBirth ${orders} ${days}`,
  template`origin.person.dateOfBirth is ${fc.constantFrom('before', 'after', 'not before')} ${days}`.filter(
    (text) => !text.includes('is not before'),
  ),
  template`transaction.transactedAt ${orders} ${fc.constantFrom('2026-03-01T10:00:00Z', '2026-03-01', '2026-02-27')}`,
  template`transaction.transactedAt is within last ${spans}`,
  template`origin.isPep`,
];
const aggregateTerms = [
  template`count(transactions from origin in last ${spans}) ${orders} ${small}`,
  template`count(prior transactions from origin in last 24h where ${fc.constantFrom('amount > 1 USD', 'amount > 2 USD', 'type = "PAYMENT"')}) ${orders} ${small}`,
  template`sum(amount as USD of transactions from origin in last 24h) ${orders} ${small} USD`,
  template`exists(prior transactions from origin in last ${spans})`,
  template`max(riskScore of transactions from origin in last 24h) ${presence}`,
];

/** Declarations that the terms may use, to be included in the file. */
export const conditionDeclarations = [
  'const two = 2',
  'param limit = 2 between 0 and 3',
  'define risky as origin.riskScore >= two',
  'define above(x, y) as x > y',
  '',
].join('\n');

const namedTerms = [
  template`origin.riskScore ${orders} two`,
  template`origin.riskScore ${orders} limit`,
  template`origin.riskScore > limit * 2`,
  template`risky`,
  template`above(origin.riskScore, ${small})`,
  template`above(destination.riskScore, origin.riskScore)`,
];

/** One comparison. */
export const conditionTerms: fc.Arbitrary<string> = fc.oneof(
  ...numberTerms,
  ...moneyTerms,
  ...textTerms,
  ...otherTerms,
  ...aggregateTerms,
  ...namedTerms,
);

function nested(pool: fc.Arbitrary<string>, depth: number): fc.Arbitrary<string> {
  if (depth === 0) return pool;
  const inner = nested(pool, depth - 1);
  const items = fc.array(inner, { minLength: 2, maxLength: 3 });
  const chained = (word: string): fc.Arbitrary<string> =>
    items.map((texts) => texts.map((text) => `(${text})`).join(` ${word} `));
  const block = (head: string): fc.Arbitrary<string> => items.map((texts) => `${head} { ${texts.join(', ')} }`);
  return fc.oneof(
    { arbitrary: pool, weight: 3 },
    { arbitrary: chained('and'), weight: 3 },
    { arbitrary: chained('or'), weight: 3 },
    { arbitrary: inner.map((text) => `not (${text})`), weight: 1 },
    { arbitrary: block('none'), weight: 1 },
    { arbitrary: block('at least 2 of'), weight: 1 },
  );
}

/** A rule with more aggregates is rejected, which says nothing about its meaning. */
const holdsFewAggregates = (condition: string): boolean =>
  condition.split(/transactions from/).length - 1 <= limits.aggregatesPerRule;

/** Conditions of one set: built from a few terms, so that they have much in common. */
export const relatedConditions: fc.Arbitrary<readonly string[]> = fc
  .array(conditionTerms, { minLength: 2, maxLength: 5 })
  .chain((terms) => {
    const condition = nested(fc.constantFrom(...terms), 2);
    const related = fc
      .tuple(condition, condition)
      .chain(([a, b]) =>
        fc.constantFrom(
          [a, b],
          [a, `(${a}) and (${b})`],
          [a, `(${a}) or (${b})`],
          [`(${a}) and (${b})`, `(${b}) and (${a})`, b],
          [`(${a}) and (${b})`, `(${a}) or (${b})`],
        ),
      );
    return related;
  })
  .filter((conditions) => conditions.every(holdsFewAggregates));

const missing = fc.constantFrom(undefined, null);
const odd = fc.constantFrom<unknown[]>('', [], {}, 'word', 7, true);

/** A stored value: usually a valid one, sometimes none or one of another type. */
const stored = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: good, weight: 8 }, { arbitrary: missing, weight: 2 }, { arbitrary: odd, weight: 1 });

const numbers = fc.constantFrom(-2, -1, 0, 1, 1.5, 2, 2.5, 3, 4);
const amounts = fc.constantFrom('-1', '0', '0.5', '1', '1.5', '2', '3', '4');
const moments = fc.constantFrom(
  '2026-03-01T11:30:00Z',
  '2026-03-01T10:00:00Z',
  '2026-02-28T13:00:00Z',
  '2026-02-26T00:00:00Z',
  '2026-03-02T00:00:00Z',
);

const entities = fc.record({
  id: fc.constantFrom('e-1', 'e-2'),
  type: fc.constantFrom('person', 'company'),
  riskScore: stored(numbers),
  countryCode: stored(fc.constantFrom('BR', 'AR', 'US', 'br', 'DE')),
  name: stored(fc.constantFrom('Ana', 'ana', 'Ána', 'ZE', 'zé', 'x', '', 'Bob')),
  taxId: stored(fc.constantFrom('a1', 'A1', 'b2', '')),
  entityData: fc.record({
    person: fc.record({
      isPep: stored(fc.boolean()),
      dateOfBirth: stored(fc.constantFrom('1985-05-05', '1990-01-01', '2000-06-15', '2005-01-01', '2010-12-31')),
    }),
  }),
});

const transactions = fc.record({
  originEntityId: fc.constantFrom('e-1', 'e-2'),
  transactedAt: moments,
  amount: fc.constantFrom('1', '2', '3'),
  currency: fc.constantFrom('USD', 'EUR'),
  type: fc.constantFrom('PAYMENT', 'TRANSFER'),
  riskScore: stored(numbers),
});

/** A transaction as stored, the entities linked to it, and earlier transactions, as of 2026-03-01T12:00:00Z. */
export const subjects: fc.Arbitrary<{
  readonly context: Readonly<Record<string, unknown>>;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}> = fc.record({
  context: fc
    .record({
      originEntity: entities,
      destinationEntity: entities,
      amount: stored(amounts),
      currency: stored(fc.constantFrom('USD', 'EUR', 'BRL')),
      type: stored(fc.constantFrom('PAYMENT', 'TRANSFER', 'REFUND', 'FEE')),
      flagged: stored(fc.boolean()),
      transactedAt: stored(moments),
      metadata: fc.record({ x: stored(fc.oneof(numbers, fc.constantFrom('a1', 'b2'))), y: stored(numbers) }),
    })
    .map((transaction) => ({
      ...transaction,
      id: 't-1',
      originEntityId: transaction.originEntity.id,
      destinationEntityId: transaction.destinationEntity.id,
    })),
  records: fc.array(transactions, { maxLength: 3 }),
});
