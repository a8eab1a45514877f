import { decodeRule } from '../src/json/decode-rule.js';
import { decodeConditions } from '../src/json/decode-conditions.js';
import { encodeConditions } from '../src/json/encode-conditions.js';
import type { EncodeContext } from '../src/json/encode-context.js';
import { encodeRule } from '../src/json/encode-rule.js';
import { conditionItems } from '../src/json/condition-items.js';
import { sameTree } from '../src/ast/same-tree.js';
import { readRules } from '../src/lower/read-rules.js';
import { leafNames, readLeaf } from './check-leaf.js';

const listId = '6f1f0c1e-7a52-4c39-9b5b-0d2f3e8b7a11';
const context: EncodeContext = { target: 'transaction', names: leafNames };

describe('ids', () => {
  const json = {
    operator: 'OR',
    id: 'root',
    style: 'block',
    conditions: [
      {
        id: 'cond-2',
        type: 'simple',
        field: 'amount',
        operator: 'gt',
        value: 5,
        countryMetadata: { BR: { note: 'x' } },
      },
      { operator: 'NOT', conditions: [{ type: 'simple', field: 'channel', operator: 'exists' }] },
      { type: 'simple', field: 'a', operator: 'is_true' },
    ],
  };

  test('given ids and marks are kept, and missing ids are generated without collisions', () => {
    const { condition, marks } = decodeConditions(json, { target: 'transaction' });
    const again = encodeConditions(condition as never, { ...context, marks });
    expect(again).toEqual({
      ...json,
      conditions: [
        json.conditions[0],
        { operator: 'NOT', conditions: [{ id: 'cond-3', type: 'simple', field: 'channel', operator: 'exists' }] },
        { id: 'cond-4', type: 'simple', field: 'a', operator: 'is_true' },
      ],
    });
  });

  test('condition items list the leaves of the tree with the ids of its JSON', () => {
    const tree = readLeaf(
      'transaction.amount > 5 and (not origin.countryCode = destination.countryCode or transaction.channel is missing)',
    );
    expect(conditionItems(tree, context).map(({ node, ...item }) => [node.kind, item])).toEqual([
      ['operation', { id: 'cond-1', field: 'amount', operator: 'gt', value: 5 }],
      [
        'operation',
        {
          id: 'cond-2',
          field: 'originEntity.countryCode',
          operator: 'eq',
          value: { $field: 'destinationEntity.countryCode' },
        },
      ],
      ['operation', { id: 'cond-3', field: 'channel', operator: 'not_exists', value: null }],
    ]);
  });
});

describe('a whole rule', () => {
  const source = `list watched_accounts = "${listId}"

rule late_large_transfer "Large outgoing transfer outside business hours" {
  on       transaction (created)
  category aml
  priority 80
  score    35
  let sent_24h = count(transactions from origin in last 24h where type = "TRANSFER")
  when transaction.amount >= 10_000 USD
   and sent_24h > 3
  unknown review
  then alert HIGH "{origin.name}: out-of-hours transfer of {transaction.amount}" once per origin in 24h
       suggest SUSPEND
       add destinationAccount.details.accountNumber to watched_accounts because "Out-of-hours transfer"
       set status of origin to blocked because "fraud"
       set status of transaction to SUSPENDED
       set status to DECLINED
       key "late"
}`;
  const json = {
    key: 'late_large_transfer',
    name: 'Large outgoing transfer outside business hours',
    category: 'aml',
    priority: 80,
    score: 35,
    unknown: 'review',
    targetEntityTypes: ['transaction'],
    triggers: ['transaction_created'],
    let: [
      {
        name: 'sent_24h',
        value: {
          $aggregate: {
            source: 'transactions',
            function: 'count',
            groupBy: ['originEntityId'],
            window: { amount: 24, unit: 'hours' },
            includeCurrent: true,
            filters: [{ field: 'type', operator: 'eq', value: 'TRANSFER' }],
          },
        },
      },
    ],
    conditions: {
      operator: 'AND',
      conditions: [
        { id: 'cond-1', type: 'simple', field: 'amount', operator: 'gte', value: { $money: '10000 USD' } },
        { id: 'cond-2', type: 'simple', field: '$sent_24h', operator: 'gt', value: 3 },
      ],
    },
    actions: [
      {
        type: 'createAlert',
        createAlert: {
          severity: 'HIGH',
          title: '{origin.name}: out-of-hours transfer of {transaction.amount}',
          dedupeKey: 'originEntityId',
          dedupeHours: 24,
        },
      },
      { type: 'suggestion', suggestion: { value: 'SUSPEND' } },
      {
        type: 'addFieldToCustomList',
        addFieldToCustomList: {
          mappings: [{ fieldPath: 'destination.details.accountNumber', listId: '$watched_accounts' }],
          reason: 'Out-of-hours transfer',
        },
      },
      { type: 'updateEntityStatus', updateEntityStatus: { target: 'origin', status: 'blocked', reason: 'fraud' } },
      { type: 'updateTransactionStatus', updateTransactionStatus: { status: 'SUSPENDED' } },
      { type: 'updateTransactionStatus', updateTransactionStatus: { target: 'self', status: 'DECLINED' } },
      { type: 'setCustomKeys', setCustomKeys: { keys: ['late'] } },
    ],
  };

  const { file, diagnostics } = readRules(source);
  const [rule] = file.rules;

  test('is encoded as JSON', () => {
    expect(diagnostics).toEqual([]);
    expect(encodeRule(rule as never, ['watched_accounts'])).toEqual(json);
  });

  test('is decoded from JSON to the tree of its text', () => {
    const decoded = decodeRule(json);
    expect(decoded.diagnostics).toEqual([]);
    expect(sameTree(decoded.rule, rule)).toBe(true);
  });

  test('ignores empty and null members', () => {
    const nothing = {
      riskMatrixIds: [],
      riskMatrixId: null,
      tags: [],
      scope: {},
      meta: {},
      stopOnMatch: false,
      owner: null,
    };
    expect(sameTree(decodeRule({ ...json, ...nothing }).rule, rule)).toBe(true);
  });
});
