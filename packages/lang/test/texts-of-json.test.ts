import { printExpression, printText, readExpression, type Expression } from '../src/index.js';
import { decodeConditions } from '../src/json/decode-conditions.js';
import { encodeConditions } from '../src/json/encode-conditions.js';

const scope = { target: 'transaction' } as const;
const codesOf = (source: string): readonly string[] => readExpression(source).diagnostics.map(({ code }) => code);

it('a text with U+0000 is rejected, because its JSON form cannot be stored', () => {
  expect(codesOf('transaction.description = "\\u{0}"')).toEqual(['E0112']);
  expect(codesOf('transaction.description = "\\u{1}"')).toEqual([]);
  const json = { type: 'simple', field: 'description', operator: 'eq', value: '\0' };
  expect(decodeConditions(json, scope).diagnostics.map(({ code }) => code)).toEqual(['E0108']);
});

it('the longest keys, written with escapes, are preserved in JSON', () => {
  const key = '"\\'.repeat(127);
  const path = `transaction.metadata${`[${printText(key)}]`.repeat(14)}`;
  const { expression, diagnostics } = readExpression(`${path} = 1`);
  expect(diagnostics).toEqual([]);
  const read = decodeConditions(encodeConditions(expression as Expression, { ...scope, names: new Map() }), scope);
  expect(read.diagnostics).toEqual([]);
  expect(read.condition && printExpression(read.condition)).toBe(printExpression(expression as Expression));
});

it('a key that is too long is rejected in JSON as in text', () => {
  const json = { type: 'simple', field: `metadata["${'a'.repeat(256)}"]`, operator: 'eq', value: 1 };
  expect(decodeConditions(json, scope).diagnostics.map(({ code }) => code)).toEqual(['E0914']);
  expect(codesOf(`transaction.metadata["${'a'.repeat(256)}"] = 1`)).toEqual(['E0914']);
});

it('invisible characters are printed as escapes, except a joiner within an emoji', () => {
  expect(printText('a\u200Bb\u00A0c')).toBe('"a\\u{200B}b\\u{A0}c"');
  expect(printText('👩\u200D👧')).toBe('"👩\u200D👧"');
});
