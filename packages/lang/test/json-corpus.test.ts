import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ruleDeclaration } from '../src/ast/index.js';
import { sameTree } from '../src/ast/same-tree.js';
import { declaredNames } from '../src/json/declared-names.js';
import { decodeMatrix } from '../src/json/decode-matrix.js';
import { decodeRule } from '../src/json/decode-rule.js';
import { encodeMatrix } from '../src/json/encode-matrix.js';
import { encodeRule } from '../src/json/encode-rule.js';
import { readRules } from '../src/lower/read-rules.js';
import { applyJsonToSource } from '../src/rewrite/apply-json-to-source.js';

const folder = path.resolve(__dirname, '../../../rules-fixtures');
const sources = ['language', 'rulesets', 'samples', 'format'].flatMap((each) =>
  readdirSync(path.join(folder, each))
    .filter((name) => name.endsWith('.rules'))
    .map((name) => path.join(each, name)),
);

describe.each(sources)('%s', (name) => {
  const source = readFileSync(path.join(folder, name), 'utf8');
  const { file, diagnostics } = readRules(source);
  const names = declaredNames(file);

  test('every rule and matrix is unchanged by a round trip through JSON', () => {
    expect(diagnostics).toEqual([]);
    for (const rule of file.rules) {
      const json = encodeRule(rule, names);
      const decoded = decodeRule(JSON.parse(JSON.stringify(json)));
      expect([rule.key.text, decoded.diagnostics]).toEqual([rule.key.text, []]);
      expect(sameTree(decoded.rule, ruleDeclaration({ ...rule, tests: [] }))).toBe(true);
      expect(encodeRule(decoded.rule as never, names, decoded.marks)).toEqual(json);
    }
    for (const matrix of file.matrices) expect(sameTree(decodeMatrix(encodeMatrix(matrix)).matrix, matrix)).toBe(true);
  });

  test('an unchanged rule is not rewritten, and a new score changes one line', () => {
    for (const rule of file.rules.slice(0, 3)) {
      const json = encodeRule(rule, names);
      expect(applyJsonToSource(source, rule, decodeRule(json).rule as never)).toBe(source);
      const changed = decodeRule({ ...json, score: 77 }).rule as never;
      const lines = applyJsonToSource(source, rule, changed).split('\n');
      expect(lines.filter((line) => !source.includes(line))).toEqual([expect.stringMatching(/^ +score +77/)]);
    }
  });
});

test('a rule with operational hours, a matrix and tests is encoded as the JSON of the API', () => {
  const source = `list watched_accounts = "6f1f0c1e-7a52-4c39-9b5b-0d2f3e8b7a11"

rule late_large_transfer "Large outgoing transfer outside business hours" {
  on       transaction (created)
  matrix   kyt_core
  category aml
  evaluate sync

  let sent_24h = count(transactions from origin in last 24h where type = "TRANSFER")

  when transaction.amount >= 10_000 USD
   and transaction.transactedAt is outside operational hours of origin
   and sent_24h > 3

  then add destinationAccount.details.accountNumber to watched_accounts because "Out-of-hours transfer"

  test "below the limit is fine" {
    given rate 1 USD = 5.40 BRL
    when transaction { from: origin, type: "TRANSFER", amount: 53_999 BRL }
    expect no hit
  }
}`;
  const { file, diagnostics } = readRules(source);
  expect(diagnostics).toEqual([]);
  const [rule] = file.rules;
  const json = {
    key: 'late_large_transfer',
    name: 'Large outgoing transfer outside business hours',
    category: 'aml',
    targetEntityTypes: ['transaction'],
    triggers: ['transaction_created'],
    evaluationMode: 'sync',
    riskMatrixIds: ['kyt_core'],
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
        {
          id: 'cond-2',
          type: 'simple',
          field: 'transactedAt',
          operator: 'outside_entity_operational_hours',
          value: 'origin',
        },
        { id: 'cond-3', type: 'simple', field: '$sent_24h', operator: 'gt', value: 3 },
      ],
    },
    actions: [
      {
        type: 'addFieldToCustomList',
        addFieldToCustomList: {
          mappings: [{ fieldPath: 'destination.details.accountNumber', listId: '$watched_accounts' }],
          reason: 'Out-of-hours transfer',
        },
      },
    ],
  };
  expect(encodeRule(rule as never, declaredNames(file))).toEqual(json);
  expect(applyJsonToSource(source, rule as never, decodeRule(json).rule as never)).toBe(source);
});
