import { sameTree } from '../src/ast/same-tree.js';
import { decodeConditions } from '../src/json/decode-conditions.js';
import { encodeConditions } from '../src/json/encode-conditions.js';
import type { EncodeContext } from '../src/json/encode-context.js';
import { readExpression } from '../src/lower/read-rules.js';
import type { PathTarget } from '../src/index.js';

/** What the names in leaf tests stand for. */
export const leafNames: EncodeContext['names'] = new Map([
  ['blocked_parties', 'list'],
  ['reporting_limit', 'param'],
  ['near_limit', 'define'],
  ['period', 'const'],
  ['limit', 'let'],
  ['sent_1h', 'let'],
]);

/** Returns the tree of a text without errors. */
export function readLeaf(text: string) {
  const { expression, diagnostics } = readExpression(text);
  expect(diagnostics).toEqual([]);
  if (expression === null) throw new Error(text);
  return expression;
}

/** Verifies that the text results in the JSON, and the JSON in the tree of the text. `json` omits the id, which every leaf has. */
export function checkLeaf(text: string, json: object, target: PathTarget = 'transaction'): void {
  const tree = readLeaf(text);
  const encoded = encodeConditions(tree, { target, names: leafNames });
  if ('conditions' in json) expect(encoded).toMatchObject(json);
  else expect(encoded.conditions).toEqual([{ id: 'cond-1', field: expect.any(String) as string, ...json }]);
  const decoded = decodeConditions(json, { target });
  expect(decoded.diagnostics).toEqual([]);
  expect(sameTree(decoded.condition, tree)).toBe(true);
}
