import { sameTree } from '../src/ast/same-tree.js';
import { decodeConditions } from '../src/json/decode-conditions.js';
import { readExpression } from '../src/lower/read-rules.js';

const scope = { target: 'transaction' } as const;
const leaf = { field: 'amount', operator: 'gt', value: 5 };
const group = (...conditions: unknown[]) => ({ operator: 'AND', conditions });

/** Verifies which text an accepted condition stands for. */
function checkAlias(json: unknown, text: string): void {
  const { condition, diagnostics } = decodeConditions(json, scope);
  expect(diagnostics).toEqual([]);
  expect(sameTree(condition, readExpression(text).expression)).toBe(true);
}

describe('accepted spellings that are normalized', () => {
  test.each<[unknown, string]>([
    [{ field: 'amount', value: 5 }, 'transaction.amount = 5'],
    [{ field: 'channel', value: ['web'] }, 'transaction.channel in ["web"]'],
    [{ field: 'channel', operator: 'EQUALS', value: 'web' }, 'transaction.channel = "web"'],
    [{ field: 'channel', operator: 'NOT_EQUALS', value: 'web' }, 'transaction.channel != "web"'],
    [{ field: 'amount', operator: 'GREATER_THAN', value: 1 }, 'transaction.amount > 1'],
    [{ field: 'amount', operator: 'GREATER_THAN_OR_EQUAL', value: 1 }, 'transaction.amount >= 1'],
    [{ field: 'amount', operator: 'LESS_THAN', value: 1 }, 'transaction.amount < 1'],
    [{ field: 'amount', operator: 'LESS_THAN_OR_EQUAL', value: 1 }, 'transaction.amount <= 1'],
    [{ field: 'amount', operator: 'BETWEEN', value: [1, 2] }, 'transaction.amount between 1 and 2'],
    [{ field: 'a', operator: 'IN', value: ['x'] }, 'transaction.a in ["x"]'],
    [{ field: 'a', operator: 'NOT_IN', value: ['x'] }, 'transaction.a not in ["x"]'],
    [{ field: 'a', operator: 'CONTAINS', value: 'x' }, 'transaction.a contains "x"'],
    [{ field: 'a', operator: 'NOT_CONTAINS', value: 'x' }, 'transaction.a not contains "x"'],
    [{ field: 'a', operator: 'STARTS_WITH', value: 'x' }, 'transaction.a starts with "x"'],
    [{ field: 'a', operator: 'ENDS_WITH', value: 'x' }, 'transaction.a ends with "x"'],
    [{ field: 'a', operator: 'IS_NULL' }, 'transaction.a is missing'],
    [{ field: 'a', operator: 'IS_NOT_NULL', value: null }, 'transaction.a is present'],
    [{ field: 'a', operator: 'is_false' }, 'transaction.a = false'],
    [{ field: 'a', operator: 'eq', valueField: '$limit' }, 'transaction.a = limit'],
    [{ field: 'originEntity.dateOfBirth', operator: 'age_gte', value: 18 }, 'age(origin.dateOfBirth) >= 18'],
    [{ field: 'originEntity.dateOfBirth', operator: 'age_lt', value: 18 }, 'age(origin.dateOfBirth) < 18'],
    [{ field: 'a', operator: 'eq', value: 'x', options: { caseSensitive: true } }, 'exact(transaction.a) = "x"'],
    [{ field: 'a', operator: 'gt', value: 1, options: { currencyOf: 'c' } }, 'money(transaction.a, transaction.c) > 1'],
    [{ field: 'ip', operator: 'in_ip_range', value: '10.0.0.0/8' }, 'transaction.ip in ["10.0.0.0/8"]'],
    [{ field: 'transactedAt', operator: 'gt', value: '2026-12-01' }, 'transaction.transactedAt > "2026-12-01"'],
    [{ field: 'a', operator: 'eq', value: { $money: '0010.50USD' } }, 'transaction.a = 10.5 USD'],
    [{ operator: 'AND', conditions: [{ operator: 'AND', conditions: [leaf] }] }, 'transaction.amount > 5'],
    [group(leaf, group(leaf, leaf)), 'transaction.amount > 5 and transaction.amount > 5 and transaction.amount > 5'],
    [
      {
        type: 'aggregation',
        aggregation: { function: 'count', source: 'user_events' },
        operator: 'gt',
        value: { multipleOf: 3, aggregation: { function: 'count' } },
      },
      'count(userEvents) > 3 * count(transactions)',
    ],
    [{ field: 'a', operator: 'REGEX', value: 'x`y' }, 'transaction.a matches "x`y"'],
    [{ field: 'a', operator: 'MATCHES', value: { $name: 'p' } }, 'transaction.a matches p'],
    [{ field: 'a', operator: 'within_last', value: { $duration: '30d' } }, 'transaction.a is within last 30d'],
    [
      { field: 'transactedAt', operator: 'outside_entity_operational_hours', value: 'any' },
      'transaction.transactedAt is outside operational hours of origin or transaction.transactedAt is outside operational hours of destination',
    ],
    [
      { field: 'a', operator: 'NOT_INSIDE_ENTITY_OPERATIONAL_HOURS', value: 'any' },
      'not (transaction.a is inside operational hours of origin or transaction.a is inside operational hours of destination)',
    ],
    [
      {
        field: 'originEntity.relationships[].role',
        operator: 'eq',
        value: 'owner',
        filters: [{ field: 'share', operator: 'gte', valueField: 'metadata.least' }],
      },
      'exists(origin.relationships where role = "owner" and share >= metadata.least)',
    ],
    [
      {
        field: 'relationships[].related.countryCode',
        operator: 'neq',
        valueField: 'originEntity.countryCode',
        filters: [],
      },
      'exists(relationships where related.countryCode != origin.countryCode)',
    ],
    [
      {
        field: 'name',
        operator: 'fuzzy_match',
        value: 'x',
        options: { threshold: { $percent: '90' }, collation: 'cs' },
      },
      'exact(transaction.name) is similar to "x" at 90%',
    ],
    [
      { type: 'expression', expression: { field: { $field: 'a' }, operator: 'in_custom_list', value: 'Blocked' } },
      'transaction.a in list "Blocked"',
    ],
  ])('%j', (json, text) => checkAlias(json, text));
});

/** Verifies the diagnostics of a condition: code, path, and a word of the message or help. */
function checkRefused(
  json: unknown,
  ...expected: readonly (readonly [code: string, path: string, says: RegExp])[]
): void {
  const { condition, diagnostics } = decodeConditions(json, scope);
  expect(condition).toBeNull();
  expect(diagnostics.map(({ code, path }) => [code, path])).toEqual(expected.map(([code, path]) => [code, path]));
  expected.forEach(([, , says], index) =>
    expect(`${diagnostics[index]?.message} ${diagnostics[index]?.help ?? ''}`).toMatch(says),
  );
}

const nested = (depth: number): unknown =>
  depth === 0 ? leaf : { operator: 'OR', conditions: [leaf, nested(depth - 1)] };
const sum = (depth: number): unknown => (depth === 0 ? 1 : { $op: '+', args: [sum(depth - 1), 1] });

describe('mistakes are reported with their path', () => {
  test.each<[string, unknown, ...(readonly [string, string, RegExp])[]]>([
    [
      'operator',
      group(leaf, { ...leaf, operator: 'betwen' }),
      ['E0213', 'conditions.conditions[1].operator', /did you mean `between`/],
    ],
    ['lower-case alias', { ...leaf, operator: 'equals' }, ['E0213', 'conditions.operator', /did you mean `eq`/]],
    ['key', { ...leaf, feild: 1 }, ['E0213', 'conditions.feild', /did you mean `field`/]],
    ['group operator', { operator: 'and', conditions: [leaf] }, ['E0213', 'conditions.operator', /did you mean `AND`/]],
    [
      'count of AT_LEAST',
      { operator: 'AT_LEAST', count: 2, conditions: [leaf] },
      ['E0101', 'conditions.count', /whole number from 1 to 1/],
    ],
    ['no count', { operator: 'AT_LEAST', conditions: [leaf] }, ['E0104', 'conditions.count', /from 1 to 1 is missing/]],
    ['count of AND', { ...group(leaf), count: 1 }, ['E0213', 'conditions.count', /AT_LEAST/]],
    [
      'items of a group in braces',
      { operator: 'NONE', conditions: Array(51).fill(leaf) },
      ['E0913', 'conditions.conditions', /50/],
    ],
    [
      'threshold',
      { field: 'a', operator: 'fuzzy_match', value: 'x', options: { threshold: 88 } },
      ['E0101', 'conditions.options.threshold', /0 to 1/],
    ],
    [
      'options of another operator',
      { ...leaf, options: { algorithm: 'phonetic' } },
      ['E0213', 'conditions.options.algorithm', /fuzzy_match/],
    ],
    [
      'hours of nobody',
      { field: 'transactedAt', operator: 'outside_entity_operational_hours', value: 'orign' },
      ['E0213', 'conditions.value', /did you mean `origin`/],
    ],
    [
      'length of time',
      { field: 'a', operator: 'within_last', value: { amount: 3, unit: 'fortnights' } },
      ['E0213', 'conditions.value.unit', /unit of time/],
    ],
    [
      'distance',
      { field: 'a', operator: 'within_distance', value: { distance: 50, of: 'b' } },
      ['E0101', 'conditions.value.distance', /50 km/],
    ],
    [
      'a place in numbers',
      { field: 'a', operator: 'within_distance', value: { distance: { $distance: '5 km' }, of: { lat: 1, lng: 2 } } },
      ['E0101', 'conditions.value.of', /tag/],
    ],
    ['filters', { ...leaf, filters: [leaf] }, ['E0213', 'conditions.filters', /path across a list/]],
    [
      'lists in a list',
      { field: 'a[].b[].c', operator: 'eq', value: 1, filters: [] },
      ['E0209', 'conditions.field', /more than one list/],
    ],
    ['list path', { field: 'relationships[].role', operator: 'eq', value: 'x' }, ['E0209', 'conditions.field', /list/]],
    [
      'stored spelling',
      { ...leaf, field: 'originEntity.person.income' },
      ['E0201', 'conditions.field', /originEntity.entityData.person.income/],
    ],
    ['no value', { field: 'a', operator: 'eq' }, ['E0104', 'conditions.value', /not_exists/]],
    ['two values', { ...leaf, valueField: 'b' }, ['E0213', 'conditions.valueField', /exclude/]],
    ['value of a predicate', { field: 'a', operator: 'exists', value: 1 }, ['E0101', 'conditions.value', /no value/]],
    ['range', { field: 'a', operator: 'between', value: [1] }, ['E0101', 'conditions.value', /two values/]],
    ['empty group', { operator: 'OR', conditions: [] }, ['E0104', 'conditions.conditions', /without conditions/]],
    ['NOT of two', { operator: 'NOT', conditions: [leaf, leaf] }, ['E0101', 'conditions.conditions', /one condition/]],
    ['money', { ...leaf, value: { $money: '5 dollars' } }, ['E0107', 'conditions.value.$money', /10000 USD/]],
    ['date', { ...leaf, value: { $date: '2026-02-30' } }, ['E0107', 'conditions.value.$date', /\$date/]],
    ['tag', { ...leaf, value: { $mony: '5 USD' } }, ['E0213', 'conditions.value.$mony', /did you mean `\$money`/]],
    ['two tags', { ...leaf, value: { $money: '5 USD', $date: 'x' } }, ['E0213', 'conditions.value.$date', /key/]],
    [
      'aggregate function',
      { aggregation: { function: 'medain' }, operator: 'gt', value: 1 },
      ['E0213', 'conditions.aggregation.function', /did you mean `median`/],
    ],
    [
      'four keys',
      { aggregation: { function: 'count', groupBy: ['a', 'b', 'c', 'd'] }, operator: 'gt', value: 1 },
      ['E0913', 'conditions.aggregation.groupBy', /at most 3/],
    ],
    [
      'both kinds of keys',
      { aggregation: { function: 'count', groupBy: ['a'], links: [] }, operator: 'gt', value: 1 },
      ['E0213', 'conditions.aggregation.links', /exclude/],
    ],
    [
      'link of two kinds',
      { aggregation: { function: 'count', links: [{ from: 'origin', to: 'origin' }] }, operator: 'gt', value: 1 },
      ['E0101', 'conditions.aggregation.links[0]', /one key/],
    ],
    [
      'half a pair',
      { aggregation: { function: 'count', links: [{ between: ['origin'] }] }, operator: 'gt', value: 1 },
      ['E0104', 'conditions.aggregation.links[0].between', /second/],
    ],
    [
      'window of two kinds',
      { aggregation: { function: 'count', window: { calendar: 'month', allTime: true } }, operator: 'gt', value: 1 },
      ['E0213', 'conditions.aggregation.window.allTime', /cannot be combined/],
    ],
    [
      'window of no length',
      { aggregation: { function: 'count', window: { amount: 0, unit: 'days' } }, operator: 'gt', value: 1 },
      ['E0107', 'conditions.aggregation.window.amount', /at least 1/],
    ],
    [
      'newest records',
      { aggregation: { function: 'count', last: 0 }, operator: 'gt', value: 1 },
      ['E0101', 'conditions.aggregation.last', /number of records/],
    ],
    [
      'too many newest records',
      { aggregation: { function: 'count', last: 10_001 }, operator: 'gt', value: 1 },
      ['E0410', 'conditions.aggregation.last', /10000/],
    ],
    [
      'fields of one link',
      { aggregation: { function: 'count', links: [{ per: ['a', 'b', 'c', 'd'] }] }, operator: 'gt', value: 1 },
      ['E0913', 'conditions.aggregation.links[0].per', /at most 3/],
    ],
    ['pattern', { field: 'a', operator: 'matches', value: 'x'.repeat(257) }, ['E0907', 'conditions.value', /256/]],
    [
      'newest records before this one',
      { aggregation: { function: 'count', last: 5, includeCurrent: false }, operator: 'gt', value: 1 },
      ['E0213', 'conditions.aggregation.last', /exclude/],
    ],
    [
      'two mistakes',
      group({ field: 'a', operator: 'eqq', value: 1 }, { ...leaf, feild: 1 }),
      ['E0213', 'conditions.conditions[0].operator', /eq/],
      ['E0213', 'conditions.conditions[1].feild', /field/],
    ],
    ['depth', nested(6), ['E0902', `conditions${'.conditions[1]'.repeat(5)}`, /5 deep/]],
    [
      'leaves',
      group(...Array(51).fill({ operator: 'OR', conditions: [leaf, leaf] })),
      ['E0903', 'conditions.conditions[50].conditions[0]', /100/],
    ],
    ['nodes', { ...leaf, value: sum(200) }, ['E0903', expect.stringContaining('conditions.value') as never, /200/]],
    ['array', { field: 'a', operator: 'in', value: Array(1001).fill('x') }, ['E0905', 'conditions.value', /1000/]],
    ['text', { ...leaf, value: 'x'.repeat(4001) }, ['E0906', 'conditions.value', /4000/]],
    ['NUL', { ...leaf, value: '\0' }, ['E0108', 'conditions.value', /character/]],
    ['path', { ...leaf, field: Array(17).fill('a').join('.') }, ['E0914', 'conditions.field', /16/]],
    ['id', group({ ...leaf, id: 'a' }, { ...leaf, id: 'a' }), ['E0204', 'conditions.conditions[1].id', /twice/]],
    ['reserved word', { ...leaf, field: '$when' }, ['E0111', 'conditions.field', /`when`/]],
    ['no condition at all', undefined, ['E0104', 'conditions', /missing/]],
  ])('%s', (_title, json, ...expected) => checkRefused(json, ...expected));

  test('1,000 elements, 100 leaves and 5 levels are accepted', () => {
    const many = { field: 'a', operator: 'in', value: Array(1000).fill('x') };
    const wide = group(...Array(99).fill(leaf), many);
    expect(decodeConditions(wide, scope).diagnostics).toEqual([]);
    expect(decodeConditions(nested(5), scope).diagnostics).toEqual([]);
  });

  test('at most 100 diagnostics are reported', () => {
    expect(
      decodeConditions(
        { ...leaf, ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 1])) },
        scope,
      ).diagnostics,
    ).toHaveLength(100);
  });
});
