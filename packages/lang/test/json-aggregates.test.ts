import { sameTree } from '../src/ast/same-tree.js';
import { decodeConditions } from '../src/json/decode-conditions.js';
import { encodeConditions } from '../src/json/encode-conditions.js';
import { readExpression } from '../src/lower/read-rules.js';
import { checkLeaf, leafNames } from './check-leaf.js';

const aggregation = (parts: object, operator: string, value: unknown) => ({
  type: 'aggregation',
  aggregation: { source: 'transactions', function: 'count', includeCurrent: true, ...parts },
  operator,
  value,
});

describe('aggregation leaves', () => {
  test.each<[string, object]>([
    [
      'sum(amount as USD of transactions per deviceDetails.deviceId in current month) > 10_000 USD',
      aggregation(
        {
          function: 'sum',
          field: 'amount',
          currency: 'USD',
          groupBy: ['deviceDetails.deviceId'],
          window: { calendar: 'month' },
        },
        'gt',
        { $money: '10000 USD' },
      ),
    ],
    [
      'count(transactions between origin and destination in last 7d where origin.countryCode != current.origin.countryCode) > 2',
      aggregation(
        {
          links: [{ between: ['origin', 'destination'] }],
          window: { amount: 7, unit: 'days' },
          filters: [
            { field: 'originEntity.countryCode', operator: 'neq', valueField: 'current.originEntity.countryCode' },
          ],
        },
        'gt',
        2,
      ),
    ],
    [
      'count(distinct destination of transactions from origin in previous week) >= 3',
      aggregation(
        {
          function: 'count_distinct',
          field: 'destinationEntityId',
          groupBy: ['originEntityId'],
          window: { calendar: 'week', previous: true },
        },
        'gte',
        3,
      ),
    ],
    [
      'avg(amount * 2 of last 10 transactions involving entity per instrument.bin, status in all time) between 1 and 2',
      aggregation(
        {
          function: 'avg',
          value: { $op: '*', args: [{ $field: 'amount' }, 2] },
          groupBy: ['entityId', 'instrument.bin', 'status'],
          last: 10,
          window: { allTime: true },
        },
        'between',
        [1, 2],
      ),
    ],
    [
      'count(transactions from origin per origin since transaction.createdAt where type matches `x`) = sent_1h',
      aggregation(
        {
          links: [{ from: 'origin' }, { per: ['originEntityId'] }],
          window: { since: { $field: 'createdAt' } },
          filters: [{ field: 'type', operator: 'matches', value: 'x' }],
        },
        'eq',
        { $name: 'sent_1h' },
      ),
    ],
    [
      'count(prior alerts involving destination in last period) > 0',
      aggregation(
        {
          source: 'alerts',
          links: [{ involving: 'destination' }],
          window: { amount: { $name: 'period' } },
          includeCurrent: false,
        },
        'gt',
        0,
      ),
    ],
    [
      'count(origin.relationships where related.person.isPep) > 0',
      aggregation(
        {
          source: 'originEntity.relationships',
          filters: [{ field: 'related.entityData.person.isPep', operator: 'is_true' }],
        },
        'gt',
        0,
      ),
    ],
  ])('%s', (text, json) => checkLeaf(text, json));

  test('a list field of the entity is distinct from the collection of the same name', () => {
    checkLeaf('count(entity.accounts) > 1', aggregation({ source: '$entity.accounts' }, 'gt', 1), 'entity');
    checkLeaf(
      'count(accounts from entity) > 1',
      aggregation({ source: 'accounts', links: [{ from: 'entity' }] }, 'gt', 1),
      'entity',
    );
  });
});

/** Returns an expression leaf; `json` is its tree. */
const tree = (expression: object, texts: object) => ({ type: 'expression', ...texts, expression });

describe('expression leaves', () => {
  test.each<[string, object]>([
    [
      'lookup(blocked_parties, origin.taxId).riskScore >= 80',
      tree(
        {
          field: {
            $call: 'lookup',
            args: [{ $name: 'blocked_parties' }, { $field: 'originEntity.taxId' }],
            path: 'riskScore',
          },
          operator: 'gte',
          value: 80,
        },
        { field: 'lookup(blocked_parties, origin.taxId).riskScore', operator: 'gte', value: '80' },
      ),
    ],
    [
      'near_limit(transaction.amount)',
      tree(
        { field: { $call: 'near_limit', args: [{ $field: 'amount' }] }, operator: 'is_true' },
        { field: 'near_limit(transaction.amount)', operator: 'is_true' },
      ),
    ],
    [
      'exists(origin.accounts where number matches `^0`)',
      tree(
        {
          field: {
            $aggregate: {
              source: 'originEntity.accounts',
              function: 'exists',
              includeCurrent: true,
              filters: [{ field: 'number', operator: 'matches', value: '^0' }],
            },
          },
          operator: 'is_true',
        },
        { operator: 'is_true' },
      ),
    ],
    [
      'transaction.a in [`x`, lower("Y"), (transaction.b > 1)]',
      tree(
        {
          field: { $field: 'a' },
          operator: 'in',
          value: [
            { $pattern: 'x' },
            { $call: 'lower', args: ['Y'] },
            { $cond: { field: { $field: 'b' }, operator: 'gt', value: 1 } },
          ],
        },
        { operator: 'in', value: expect.stringContaining('lower("Y")') },
      ),
    ],
    [
      'normalizeName(origin.name) is similar to any in lists of type "custom" using phonetic',
      tree(
        {
          field: { $call: 'normalizeName', args: [{ $field: 'originEntity.name' }] },
          operator: 'fuzzy_match_custom_list',
          value: { $listType: 'custom' },
          options: { algorithm: 'phonetic' },
        },
        { operator: 'fuzzy_match_custom_list' },
      ),
    ],
    [
      'transaction.location is within 5 mi of lookup(blocked_parties, "x").itemData.place',
      tree(
        {
          field: { $field: 'location' },
          operator: 'within_distance',
          value: {
            distance: { $distance: '5 mi' },
            of: { $call: 'lookup', args: [{ $name: 'blocked_parties' }, 'x'], path: 'itemData.place' },
          },
        },
        { operator: 'within_distance' },
      ),
    ],
    [
      'transaction.transactedAt is inside operational hours of instrument.holder',
      tree(
        {
          field: { $field: 'transactedAt' },
          operator: 'inside_entity_operational_hours',
          value: { $field: 'instrument.holder' },
        },
        { operator: 'inside_entity_operational_hours' },
      ),
    ],
  ])('%s', (text, json) => {
    const { expression } = readExpression(text);
    const [leaf] = encodeConditions(expression as never, { target: 'transaction', names: leafNames }).conditions;
    expect(leaf).toMatchObject(json);
    expect((leaf as { expression: unknown }).expression).toEqual((json as { expression: unknown }).expression);
    const { condition, diagnostics } = decodeConditions(leaf, { target: 'transaction' });
    expect(diagnostics).toEqual([]);
    expect(sameTree(condition, expression)).toBe(true);
  });
});
