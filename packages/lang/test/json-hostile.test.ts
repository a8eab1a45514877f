import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { decodeActions } from '../src/json/decode-actions.js';
import { decodeConditions } from '../src/json/decode-conditions.js';
import { decodeMatrix } from '../src/json/decode-matrix.js';
import { decodeRule } from '../src/json/decode-rule.js';
import { encodeConditions } from '../src/json/encode-conditions.js';
import { expressions } from './json-expressible-trees.js';

const scope = { target: 'transaction' } as const;

/** Verifies that every decoder returns a tree or diagnostics, never both and never neither. */
function checkTotal(json: unknown): void {
  const conditions = decodeConditions(json, scope);
  const actions = decodeActions(json, scope);
  const rule = decodeRule(json);
  const matrix = decodeMatrix(json);
  expect(matrix.matrix === null).toBe(matrix.diagnostics.length > 0);
  expect(conditions.condition === null).toBe(conditions.diagnostics.length > 0);
  expect(actions.actions === null).toBe(actions.diagnostics.length > 0);
  expect(rule.rule === null).toBe(rule.diagnostics.length > 0);
  for (const { path, code, message } of [
    ...conditions.diagnostics,
    ...actions.diagnostics,
    ...rule.diagnostics,
    ...matrix.diagnostics,
  ]) {
    expect([typeof path, code]).toEqual(['string', expect.stringMatching(/^E\d{4}$/)]);
    expect(message.length).toBeLessThan(400);
  }
}

const deep = (open: string, close: string, depth = 100_000): unknown =>
  JSON.parse(open.repeat(depth) + '1' + close.repeat(depth));

test.each<[string, unknown]>([
  ['arrays', deep('[', ']')],
  ['groups', deep('{"operator":"AND","conditions":[', ']}')],
  ['negations', { field: 'a', operator: 'eq', value: deep('{"$neg":', '}') }],
  [
    'conditions as values',
    { field: 'a', operator: 'eq', value: deep('{"$cond":{"operator":"eq","value":1,"field":', '}}') },
  ],
  [
    'filters',
    {
      aggregation: deep('{"function":"count","where":{"operator":"is_true","field":{"$aggregate":', '}}}'),
      operator: 'eq',
      value: 1,
    },
  ],
  [
    'a unit of time',
    { aggregation: { function: 'count', window: { amount: 1, unit: deep('[', ']') } }, operator: 'eq', value: 1 },
  ],
  ['filters across lists', deep('{"field":"a[].b","operator":"eq","value":1,"filters":[', ']}')],
  [
    'windows',
    {
      aggregation: deep('{"function":"count","window":{"since":{"$aggregate":', '}}}'),
      operator: 'eq',
      value: 1,
    },
  ],
  [
    'distances',
    { field: 'a', operator: 'within_distance', value: { distance: { $distance: '1 km' }, of: deep('[', ']') } },
  ],
  ['groups of a count', deep('{"operator":"AT_LEAST","count":1,"conditions":[', ']}')],
  ['meta', { meta: deep('{"a":', '}') }],
  ['meta in lists', { meta: { a: deep('[{"a":', '}]') } }],
  ['settings', [{ type: 'createAlert', createAlert: { title: 'x', type: deep('{"a":[', ']}') } }]],
  ['metadata', { field: 'a', operator: 'is_true', countryMetadata: deep('{"a":', '}') }],
  ['a long path', { field: 'a.'.repeat(1_000_000), operator: 'is_true' }],
  ['a long operator', { field: 'a', operator: 'x'.repeat(1_000_000), value: 1 }],
  ['a long key', { ['k'.repeat(1_000_000)]: 1 }],
  ['quotes in a path', { field: 'a["' + '\\'.repeat(999), operator: 'is_true' }],
  ['open holes', [{ type: 'createAlert', createAlert: { title: '{'.repeat(999) } }]],
])('an excess of %s gives a diagnostic', (_title, json) => {
  checkTotal(json);
  expect(decodeConditions(json, scope).condition).toBeNull();
});

test.each([
  '{"__proto__":{"field":"amount"},"operator":"is_true"}',
  '{"field":"amount","operator":"__proto__","value":1}',
  '{"field":"__proto__.polluted","operator":"eq","value":{"__proto__":{"$money":"5 USD"}}}',
  '{"field":"a","operator":"constructor","value":{"constructor":1}}',
  '{"field":"a","operator":"toString","value":{"$call":"__proto__","args":[]}}',
  '{"type":"constructor","constructor":{}}',
  '[{"type":"__proto__","__proto__":{}}]',
  '{"operator":"hasOwnProperty","conditions":[null]}',
])('%s modifies no prototype', (text) => {
  checkTotal(JSON.parse(text));
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

const keys = fc.constantFrom(
  ...'id type field operator value valueField filters options countryMetadata aggregation expression conditions count style'.split(
    ' ',
  ),
  ...'source function currency groupBy links window includeCurrent where amount unit from to key name let actions'.split(
    ' ',
  ),
  ...'$field $name $list $op $neg $otherwise $as of $call args $aggregate $cond $money $number $date title mappings'.split(
    ' ',
  ),
  ...'distinct last calendar since allTime per between $pattern $listType threshold algorithm meta scope tags temporalWindow'.split(
    ' ',
  ),
  ...'decisions scoringConfig thresholds low decision runAutomation sendNotification channel message assignUser teamId'.split(
    ' ',
  ),
  ...'createAlert suggestion setCustomKeys keys addFieldToCustomList targetEntityTypes triggers score __proto__'.split(
    ' ',
  ),
);
const words = fc.constantFrom(
  'AND',
  'OR',
  'NOT',
  'eq',
  'in',
  'between',
  'is_true',
  'exists',
  'simple',
  'count',
  'sum',
  '+',
  'amount',
  'transaction',
  'createAlert',
  'suggestion',
  '5 USD',
  '',
);
const { json: junk } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium' },
    words,
    fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<unknown>,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(keys, tie('json'), { maxKeys: 6 }),
  ),
}));

test('any JSON gives a tree or diagnostics', () => {
  fc.assert(fc.property(junk, checkTotal), propertyRuns(1500));
});

/** Replaces one value somewhere in a valid condition. */
const spoil = (json: unknown, at: number, by: unknown): unknown => {
  let left = at;
  const visit = (value: unknown): unknown => {
    if (left-- === 0) return by;
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visit(each)]));
  };
  return visit(json);
};

test('a valid condition with one value corrupted never causes an exception', () => {
  const spoiled = fc
    .tuple(expressions(3), fc.nat(60), fc.oneof(words, junk))
    .map(([tree, at, by]) => spoil(encodeConditions(tree, { ...scope, names: new Map() }), at, by));
  fc.assert(fc.property(spoiled, checkTotal), propertyRuns(1000));
});
