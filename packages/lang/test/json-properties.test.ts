import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { sameTree } from '../src/ast/same-tree.js';
import { decodeConditions } from '../src/json/decode-conditions.js';
import { decodeMatrix } from '../src/json/decode-matrix.js';
import { decodeRule } from '../src/json/decode-rule.js';
import { encodeConditions } from '../src/json/encode-conditions.js';
import type { EncodeContext, NameKind } from '../src/json/encode-context.js';
import { encodeMatrix } from '../src/json/encode-matrix.js';
import { encodeRule } from '../src/json/encode-rule.js';
import type { PathTarget } from '../src/index.js';
import { jsonExpressibleMatrices, jsonExpressibleRules } from './json-expressible-rules.js';
import { expressions } from './json-expressible-trees.js';

const contexts: fc.Arbitrary<EncodeContext> = fc.record({
  target: fc.constantFrom<PathTarget>('transaction', 'entity', 'userEvent'),
  names: fc.constantFrom(
    new Map<string, NameKind>(),
    new Map<string, NameKind>([
      ['amount', 'let'],
      ['list', 'list'],
      ['blocked', 'list'],
      ['limit', 'param'],
      ['origin', 'const'],
    ]),
  ),
});

/** Returns what a database would return. */
const stored = <T>(json: T): T => JSON.parse(JSON.stringify(json)) as T;

/** Returns a tree with its layout hints and without source ranges, for comparison. */
const withLayout = (tree: unknown): unknown =>
  JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === 'range' ? undefined : value)));

test('a condition and its JSON are unchanged by a round trip', () => {
  fc.assert(
    fc.property(expressions(3), contexts, (tree, context) => {
      const json = stored(encodeConditions(tree, context));
      const { condition, diagnostics, marks } = decodeConditions(json, { target: context.target });
      expect(diagnostics).toEqual([]);
      expect(withLayout(condition)).toEqual(withLayout(tree));
      expect(encodeConditions(condition as never, { ...context, marks })).toEqual(json);
    }),
    propertyRuns(1000),
  );
});

test('a rule and its JSON are unchanged by a round trip', () => {
  fc.assert(
    fc.property(jsonExpressibleRules, fc.subarray(['list', 'amount', 'blocked']), (rule, lists) => {
      const json = stored(encodeRule(rule, lists));
      const decoded = decodeRule(json);
      expect(decoded.diagnostics).toEqual([]);
      expect(withLayout(decoded.rule)).toEqual(withLayout(rule));
      expect(encodeRule(decoded.rule as never, lists, decoded.marks)).toEqual(json);
    }),
    propertyRuns(1000),
  );
});

test('a matrix is unchanged by a round trip through JSON', () => {
  fc.assert(
    fc.property(jsonExpressibleMatrices, (matrix) => {
      const decoded = decodeMatrix(stored(encodeMatrix(matrix)));
      expect(decoded.diagnostics).toEqual([]);
      expect(sameTree(decoded.matrix, matrix)).toBe(true);
    }),
    propertyRuns(300),
  );
});
