import { decodeConditions } from '../src/json/decode-conditions.js';
import { encodeConditions } from '../src/json/encode-conditions.js';
import { sameTree } from '../src/ast/same-tree.js';
import { checkLeaf, leafNames, readLeaf } from './check-leaf.js';

const listId = '6f1f0c1e-7a52-4c39-9b5b-0d2f3e8b7a11';
describe('round trip of one condition between text and JSON', () => {
  test.each<[string, object]>([
    ['transaction.paymentMethod = "CASH"', { type: 'simple', field: 'paymentMethod', operator: 'eq', value: 'CASH' }],
    [
      'transaction.amount >= 10_000 USD',
      { type: 'simple', field: 'amount', operator: 'gte', value: { $money: '10000 USD' } },
    ],
    [
      'transaction.amount >= reporting_limit',
      { type: 'simple', field: 'amount', operator: 'gte', value: { $name: 'reporting_limit' } },
    ],
    ['sent_1h >= 5', { type: 'simple', field: '$sent_1h', operator: 'gte', value: 5 }],
    [
      'transaction.amount between 100 USD and 200 USD',
      { type: 'simple', field: 'amount', operator: 'between', value: [{ $money: '100 USD' }, { $money: '200 USD' }] },
    ],
    [
      'origin.countryCode != destination.countryCode',
      {
        type: 'simple',
        field: 'originEntity.countryCode',
        operator: 'neq',
        valueField: 'destinationEntity.countryCode',
      },
    ],
    [
      'origin.person.dateOfBirth is missing',
      { type: 'simple', field: 'originEntity.entityData.person.dateOfBirth', operator: 'not_exists' },
    ],
    ['transaction.channel is missing', { type: 'simple', field: 'channel', operator: 'not_exists' }],
    [
      'originAccount.details.bankCountry = "BR"',
      { type: 'simple', field: 'origin.details.bankCountry', operator: 'eq', value: 'BR' },
    ],
    [
      'exact(origin.externalId) = "A-7"',
      { type: 'simple', field: 'originEntity.externalId', operator: 'eq', value: 'A-7', options: { collation: 'cs' } },
    ],
    [
      'folded(origin.externalId) is present',
      { type: 'simple', field: 'originEntity.externalId', operator: 'exists', options: { collation: 'ci' } },
    ],
    ['transaction.deviceDetails.isVpn', { type: 'simple', field: 'deviceDetails.isVpn', operator: 'is_true' }],
    [
      'transaction.channel not in ["web", "mobile"]',
      { type: 'simple', field: 'channel', operator: 'not_in', value: ['web', 'mobile'] },
    ],
    [
      'transaction.deviceDetails.ipAddress in ["10.0.0.0/8"]',
      { type: 'simple', field: 'deviceDetails.ipAddress', operator: 'in_ip_range', value: ['10.0.0.0/8'] },
    ],
    [
      `origin.taxId in list "${listId}"`,
      { type: 'simple', field: 'originEntity.taxId', operator: 'in_custom_list', value: listId },
    ],
    [
      'origin.taxId in blocked_parties',
      { type: 'simple', field: 'originEntity.taxId', operator: 'in_custom_list', value: { $name: 'blocked_parties' } },
    ],
    [
      'origin.taxId not in blocked_parties',
      {
        type: 'simple',
        field: 'originEntity.taxId',
        operator: 'not_in_custom_list',
        value: { $name: 'blocked_parties' },
      },
    ],
    [
      'not transaction.channel is present',
      { operator: 'NOT', conditions: [{ type: 'simple', field: 'channel', operator: 'exists' }] },
    ],
    ['transaction.balance > -5.5', { type: 'simple', field: 'balance', operator: 'gt', value: -5.5 }],
    ['transaction.balance > -5 USD', { type: 'simple', field: 'balance', operator: 'gt', value: { $money: '-5 USD' } }],
    [
      'transaction.balance > 12345678901234567.89',
      { type: 'simple', field: 'balance', operator: 'gt', value: { $number: '12345678901234567.89' } },
    ],
    ['transaction.at > 2026-12-01', { type: 'simple', field: 'at', operator: 'gt', value: { $date: '2026-12-01' } }],
    [
      'transaction.at > 2026-12-01T10:00:00Z',
      { type: 'simple', field: 'at', operator: 'gt', value: { $datetime: '2026-12-01T10:00:00Z' } },
    ],
    [
      'transaction.x in [88%, 24h, 500 km, true]',
      {
        type: 'simple',
        field: 'x',
        operator: 'in',
        value: [{ $percent: '88' }, { $duration: '24h' }, { $distance: '500 km' }, true],
      },
    ],
    [
      'count(prior transactions from origin to destination in last 30d where type = "TRANSFER") = 0',
      {
        type: 'aggregation',
        aggregation: {
          source: 'transactions',
          function: 'count',
          groupBy: ['originEntityId', 'destinationEntityId'],
          window: { amount: 30, unit: 'days' },
          includeCurrent: false,
          filters: [{ field: 'type', operator: 'eq', value: 'TRANSFER' }],
        },
        operator: 'eq',
        value: 0,
      },
    ],
    [
      'sum(amount as USD of transactions from origin in last 6mo) > 10_000 USD',
      {
        type: 'aggregation',
        field: 'sum(amount as USD of transactions from origin in last 6mo)',
        aggregation: {
          source: 'transactions',
          function: 'sum',
          field: 'amount',
          currency: 'USD',
          groupBy: ['originEntityId'],
          window: { amount: 6, unit: 'months' },
          includeCurrent: true,
        },
        operator: 'gt',
        value: { $money: '10000 USD' },
      },
    ],
    [
      'count(transactions from destination to origin in last 7d where origin.countryCode != current.origin.countryCode and amount > limit) > 2',
      {
        type: 'aggregation',
        aggregation: {
          source: 'transactions',
          function: 'count',
          links: [{ from: 'destination' }, { to: 'origin' }],
          window: { amount: 7, unit: 'days' },
          includeCurrent: true,
          filters: [
            { field: 'originEntity.countryCode', operator: 'neq', valueField: 'current.originEntity.countryCode' },
            { field: 'amount', operator: 'gt', value: { $name: 'limit' } },
          ],
        },
        operator: 'gt',
        value: 2,
      },
    ],
    [
      'count(transactions from origin in last 1h where amount > 1 or status = "SENT") > 2',
      {
        type: 'aggregation',
        aggregation: {
          source: 'transactions',
          function: 'count',
          groupBy: ['originEntityId'],
          window: { amount: 1, unit: 'hours' },
          includeCurrent: true,
          where: {
            operator: 'OR',
            conditions: [
              { field: { $field: 'amount' }, operator: 'gt', value: 1 },
              { field: { $field: 'status' }, operator: 'eq', value: 'SENT' },
            ],
          },
        },
        operator: 'gt',
        value: 2,
      },
    ],
    [
      'transaction.amount > 3 * transaction.metadata.usual',
      {
        type: 'expression',
        field: 'transaction.amount',
        operator: 'gt',
        value: '3 * transaction.metadata.usual',
        expression: {
          field: { $field: 'amount' },
          operator: 'gt',
          value: { $op: '*', args: [3, { $field: 'metadata.usual' }] },
        },
      },
    ],
    [
      'count(transactions from origin in last 1d) > 2 * count(prior transactions from origin in last 1d)',
      {
        type: 'expression',
        operator: 'gt',
        value: '2 * count(prior transactions from origin in last 1d)',
        expression: {
          field: {
            $aggregate: {
              source: 'transactions',
              function: 'count',
              groupBy: ['originEntityId'],
              window: { amount: 1, unit: 'days' },
              includeCurrent: true,
            },
          },
          operator: 'gt',
          value: {
            $op: '*',
            args: [
              2,
              {
                $aggregate: {
                  source: 'transactions',
                  function: 'count',
                  groupBy: ['originEntityId'],
                  window: { amount: 1, unit: 'days' },
                  includeCurrent: false,
                },
              },
            ],
          },
        },
      },
    ],
    [
      'isWeekend(transaction.transactedAt)',
      {
        type: 'expression',
        field: 'isWeekend(transaction.transactedAt)',
        operator: 'is_true',
        expression: { field: { $call: 'isWeekend', args: [{ $field: 'transactedAt' }] }, operator: 'is_true' },
      },
    ],
    [
      '(transaction.a otherwise transaction.b otherwise 0) between -transaction.c and 5 USD as BRL',
      {
        type: 'expression',
        operator: 'between',
        value: ['-transaction.c', '5 USD as BRL'],
        expression: {
          field: { $otherwise: [{ $field: 'a' }, { $field: 'b' }, 0] },
          operator: 'between',
          value: [{ $neg: { $field: 'c' } }, { $as: 'BRL', of: { $money: '5 USD' } }],
        },
      },
    ],
  ])('%s', (text, json) => checkLeaf(text, json));

  test('a person rule uses its own field paths', () => {
    checkLeaf(
      'person.income > 100 USD',
      { type: 'simple', field: 'entityData.person.income', operator: 'gt', value: { $money: '100 USD' } },
      'entity',
    );
  });

  test('a single leaf is wrapped in an AND group, and read back without it', () => {
    const tree = readLeaf('transaction.amount > 5');
    const json = encodeConditions(tree, { target: 'transaction', names: leafNames });
    expect(json).toEqual({
      operator: 'AND',
      conditions: [{ id: 'cond-1', type: 'simple', field: 'amount', operator: 'gt', value: 5 }],
    });
    expect(sameTree(decodeConditions(json, { target: 'transaction' }).condition, tree)).toBe(true);
  });

  test('a list alias is encoded as a list only when it is declared as one', () => {
    const tree = readLeaf('origin.taxId in blocked_parties');
    const json = encodeConditions(tree, { target: 'transaction', names: new Map() });
    expect(json.conditions[0]).toMatchObject({ operator: 'in', value: { $name: 'blocked_parties' } });
  });
});
