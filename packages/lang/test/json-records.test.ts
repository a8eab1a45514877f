import { sameTree } from '../src/ast/same-tree.js';
import { decodeMatrix } from '../src/json/decode-matrix.js';
import { decodeRule } from '../src/json/decode-rule.js';
import { encodeMatrix } from '../src/json/encode-matrix.js';
import { encodeRule } from '../src/json/encode-rule.js';
import { encodeSource } from '../src/json/encode-source.js';
import { readRules } from '../src/lower/read-rules.js';

function readFile(source: string) {
  const { file, diagnostics } = readRules(source);
  expect(diagnostics).toEqual([]);
  return file;
}

const condition = { operator: 'AND', conditions: [{ type: 'simple', field: 'amount', operator: 'gt', value: 5 }] };

/** Verifies the headers of a rule in both forms. */
function checkHeaders(headers: string, json: object): void {
  const [rule] = readFile(`rule r {\n  on transaction\n  ${headers}\n  when transaction.amount > 5\n}`).rules;
  const expected = { key: 'r', targetEntityTypes: ['transaction'], let: [], actions: [], ...json };
  expect(encodeRule(rule as never)).toMatchObject(expected);
  const decoded = decodeRule({ ...expected, conditions: condition });
  expect(decoded.diagnostics).toEqual([]);
  expect(sameTree(decoded.rule, rule)).toBe(true);
}

test.each<[string, object]>([
  ['matrix kyt_core, kyt_cards', { riskMatrixIds: ['kyt_core', 'kyt_cards'] }],
  ['evaluate async stop on match', { evaluationMode: 'async', stopOnMatch: true }],
  ['evaluate sync', { evaluationMode: 'sync' }],
  ['owner "Payments desk" reference "POL-7, section 3"', { owner: 'Payments desk', reference: 'POL-7, section 3' }],
  ['tags ["cards", "velocity"]', { tags: ['cards', 'velocity'] }],
  [
    'scope { countries: ["BR"], entityTypes: ["person"], paymentMethods: ["PIX"], transactionTypes: ["TRANSFER"] }',
    {
      scope: {
        countries: ['BR'],
        entityTypes: ['person'],
        paymentMethods: ['PIX'],
        transactionTypes: ['TRANSFER'],
      },
    },
  ],
  ['effective from 2026-12-01', { scope: { temporalWindow: { from: '2026-12-01' } } }],
  [
    'scope { countries: ["BR"] } effective from 2026-12-01T10:00:00Z until 2027-12-31',
    { scope: { countries: ['BR'], temporalWindow: { from: '2026-12-01T10:00:00Z', to: '2027-12-31' } } },
  ],
  [
    'meta { a: 1, "two words": [1, "x"], deep: { list: [{ n: 10 USD }, { n: 5% }] }, "$money": true, a.b: false }',
    {
      meta: {
        a: 1,
        'two words': [1, 'x'],
        deep: { list: [{ n: { $money: '10 USD' } }, { n: { $percent: '5' } }] },
        '["$money"]': true,
        'a.b': false,
      },
    },
  ],
])('headers are decoded and encoded: %s', checkHeaders);

test('a single matrix and tagged dates are accepted, and read-only members are ignored', () => {
  const rule = { key: 'r', conditions: condition, names: [{ name: 'x' }], languageVersion: 1 };
  const decoded = decodeRule({
    ...rule,
    riskMatrixId: 'm',
    scope: { temporalWindow: { from: { $date: '2026-12-01' }, to: null } },
  });
  expect(decoded.diagnostics).toEqual([]);
  expect(encodeRule(decoded.rule as never)).toMatchObject({
    riskMatrixIds: ['m'],
    scope: { temporalWindow: { from: '2026-12-01' } },
  });
});

describe('matrices', () => {
  test.each<[string, object]>([
    [
      `matrix kyt_core "KYT core" {
  on transaction, userEvent
  description "All payments"
  scale -10 to 100
  thresholds low 30, medium 60, high 80.5
  decide REJECT from 90
  decide HOLD from 60
  otherwise APPROVE
}`,
      {
        key: 'kyt_core',
        name: 'KYT core',
        description: 'All payments',
        targetEntityTypes: ['transaction', 'user_event'],
        scoringConfig: { minScore: -10, maxScore: 100, thresholds: { low: 30, medium: 60, high: 80.5 } },
        decisions: [
          { decision: 'REJECT', from: 90 },
          { decision: 'HOLD', from: 60 },
          { decision: 'APPROVE', from: null },
        ],
      },
    ],
    ['matrix m {}', { key: 'm' }],
  ])('%s', (text, json) => {
    const [matrix] = readFile(text).matrices;
    expect(encodeMatrix(matrix as never)).toEqual(json);
    const decoded = decodeMatrix(json);
    expect(decoded.diagnostics).toEqual([]);
    expect(sameTree(decoded.matrix, matrix)).toBe(true);
  });

  test('a missing end of the scale defaults to that of the default scale', () => {
    const { matrix } = decodeMatrix({ name: 'A B', scoringConfig: { maxScore: 50, aggregation: 'sum' } });
    expect(encodeMatrix(matrix as never)).toEqual({
      key: 'a_b',
      name: 'A B',
      scoringConfig: { minScore: 0, maxScore: 50 },
    });
  });

  test.each<[unknown, string, string]>([
    [{ key: 'm', decisions: [{ decision: 'A', from: null }, { decision: 'B' }] }, 'E0213', 'decisions[1].from'],
    [{ key: 'm', decisions: Array(5).fill({ decision: 'A', from: 1 }) }, 'E0913', 'decisions'],
    [{ key: 'm', decisions: [{ decision: 'A', from: 'x' }] }, 'E0101', 'decisions[0].from'],
    [{ key: 'm', scoringConfig: { aggregation: 'max' } }, 'E0213', 'scoringConfig.aggregation'],
    [{ key: 'm', scoringConfig: { thresholds: { lo: 1 } } }, 'E0213', 'scoringConfig.thresholds.lo'],
    [{ key: 'm', scoringConfig: { thresholds: [] } }, 'E0101', 'scoringConfig.thresholds'],
    [{ key: 'm', targetEntityTypes: ['device'] }, 'E0213', 'targetEntityTypes[0]'],
    [{ key: 'm', triggers: [] }, 'E0213', 'triggers'],
    [{}, 'E0104', 'key'],
    ['m', 'E0101', ''],
  ])('%j is rejected', (json, code, path) => {
    expect(decodeMatrix(json)).toMatchObject({ matrix: null, diagnostics: [{ code, path }] });
  });
});

describe('names of a rule', () => {
  const library = readFile(`list shared = "6f1f0c1e-7a52-4c39-9b5b-0d2f3e8b7a11"
const least = 0.8
param reporting_limit = 10_000 USD between 1_000 USD and 50_000 USD step 500 USD
define near_limit(x) as x >= least * reporting_limit and x < reporting_limit
const unused = 1`);
  const source = readFile(`language 1
list own = "watch"
rule r {
  on transaction
  let n = count(transactions from origin in last 7d where near_limit(amount))
  when n >= 3 and origin.taxId in own
  then alert HIGH "under {reporting_limit}"
}`);
  const [rule] = source.rules;
  const json = encodeSource(source, rule as never, library);

  test('are listed next to its JSON with their values, including indirectly used ones', () => {
    expect(json.languageVersion).toBe(1);
    expect(json.names).toEqual([
      { name: 'least', kind: 'const', value: 0.8, from: 'library' },
      { name: 'reporting_limit', kind: 'param', value: { $money: '10000 USD' }, from: 'library' },
      {
        name: 'near_limit',
        kind: 'define',
        params: ['x'],
        from: 'library',
        value: {
          $cond: {
            operator: 'AND',
            conditions: [
              {
                field: { $name: 'x' },
                operator: 'gte',
                value: { $op: '*', args: [{ $name: 'least' }, { $name: 'reporting_limit' }] },
              },
              { field: { $name: 'x' }, operator: 'lt', value: { $name: 'reporting_limit' } },
            ],
          },
        },
      },
      { name: 'own', kind: 'list', value: 'watch', from: 'source' },
    ]);
  });

  test('do not affect decoding of the rule', () => {
    expect(sameTree(decodeRule(json).rule, rule)).toBe(true);
  });
});
