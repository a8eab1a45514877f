import { decodeConditions } from '../src/json/decode-conditions.js';
import { encodeConditions } from '../src/json/encode-conditions.js';
import { reattachIds } from '../src/json/reattach-ids.js';
import { readExpression } from '../src/lower/read-rules.js';

const scope = { target: 'transaction' } as const;
const leaf = (id: string, field: string, value: number, more: object = {}) => ({
  id,
  field,
  operator: 'eq',
  value,
  ...more,
});

const stored = {
  operator: 'AND',
  id: 'root',
  conditions: [
    leaf('a', 'x', 1, { countryMetadata: { BR: 'note' } }),
    { operator: 'OR', id: 'either', style: 'wide', conditions: [leaf('b', 'y', 2), leaf('c', 'z', 3)] },
    leaf('d', 'w', 4),
  ],
};

interface Shown {
  readonly id?: string;
  readonly style?: string;
  readonly countryMetadata?: unknown;
  readonly conditions?: readonly Shown[];
}

/** Returns the ids of the groups and leaves after an edit of the text, with their metadata; generated ids are left out. */
function idsAfter(text: string): unknown {
  const { condition, marks } = decodeConditions(stored, scope);
  const { expression, diagnostics } = readExpression(text);
  expect(diagnostics).toEqual([]);
  if (condition === null || expression === null) throw new Error(text);
  const after = reattachIds({ tree: condition, marks }, expression);
  const json = encodeConditions(expression, { ...scope, names: new Map(), marks: after });
  const short = (node: Shown): unknown => {
    const known = node.id?.startsWith('cond-') === true ? '?' : (node.id ?? '-');
    const notes = `${known}${node.countryMetadata === undefined ? '' : '+note'}${node.style === 'wide' ? '+wide' : ''}`;
    return node.conditions === undefined ? notes : [notes, ...node.conditions.map(short)];
  };
  return short(json);
}

const [x, y, z, w] = ['transaction.x = 1', 'transaction.y = 2', 'transaction.z = 3', 'transaction.w = 4'];

test.each<[string, string, unknown]>([
  ['nothing changed', `${x} and (${y} or ${z}) and ${w}`, ['root', 'a+note', ['either+wide', 'b', 'c'], 'd']],
  [
    'a value changed',
    `transaction.x = 9 and (${y} or ${z}) and ${w}`,
    ['root', 'a+note', ['either+wide', 'b', 'c'], 'd'],
  ],
  ['a field changed', `transaction.q = 1 and (${y} or ${z}) and ${w}`, ['root', 'a', ['either+wide', 'b', 'c'], 'd']],
  ['order changed', `${w} and (${z} or ${y}) and ${x}`, ['root', 'd', ['either+wide', 'c', 'b'], 'a+note']],
  ['one is gone', `(${y} or ${z}) and ${w}`, ['root', ['either+wide', 'b', 'c'], 'd']],
  [
    'one is new',
    `${x} and transaction.n = 0 and (${y} or ${z}) and ${w}`,
    ['root', 'a+note', '?', ['either+wide', 'b', 'c'], 'd'],
  ],
  ['one occurs twice', `${x} and ${x} and ${w}`, ['root', 'a+note', '?', 'd']],
  ['only a part is left', `${z} or ${y}`, ['-', 'c', 'b']],
  ['a group of another kind', `${x} and none { ${y}, ${z} } and ${w}`, ['root', 'a+note', ['-', 'b', 'c'], 'd']],
])('ids are reattached when %s', (_title, text, ids) => expect(idsAfter(text)).toEqual(ids));

test('no id is assigned twice', () => {
  const { condition, marks } = decodeConditions(stored, scope);
  const { expression } = readExpression(`all { ${x}, ${x}, ${y}, ${y} } and (${x} or ${y}) and (${y} or ${z})`);
  const after = reattachIds({ tree: condition as never, marks }, expression as never);
  const ids = [...after.values()].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
