import fc from 'fast-check';
import { expressions, rules } from '@tamis/testkit/arbitraries';
import {
  printExpression,
  printRule,
  readExpression,
  readRules,
  sameTree,
  type Expression,
  type SourceRange,
} from '../src/index.js';

/** Returns the part of a text that a range covers. */
function slice(text: string, { start, end }: SourceRange): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.character);
  lines[0] = (lines[0] ?? '').slice(start.character);
  return lines.join('\n');
}

interface Node {
  readonly kind: string;
  readonly range: SourceRange | null;
}

function* nodes(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && 'kind' in value && 'range' in value) yield value as Node;
  for (const [key, part] of Object.entries(value)) if (key !== 'range') yield* nodes(part);
}

test('the range of an expression covers text that parses to this expression', () => {
  fc.assert(
    fc.property(expressions(3), (tree) => {
      const text = printExpression(tree).replaceAll(' ', '\n').replaceAll('\n=', '  =');
      const { expression } = readExpression(text);
      for (const node of nodes(expression)) {
        if (['listReference', 'listTypeReference', 'word'].includes(node.kind)) continue;
        const part = readExpression(slice(text, node.range as SourceRange)).expression;
        expect(sameTree(part as Expression, node)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('the ranges of a rule cover its words, also after a byte order mark and with CRLF', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const text = printRule(rule);
      const { file } = readRules(`\uFEFF${text.replaceAll('\n', '\r\n')}`);
      for (const node of nodes(file.rules)) {
        if (node.kind !== 'word') continue;
        expect(slice(text, node.range as SourceRange)).toBe((node as unknown as { text: string }).text);
      }
    }),
    { numRuns: 300 },
  );
});

test('the range of a placeholder points into the message, also after escapes', () => {
  const source = 'rule r {\n  when a\n  then alert LOW "\\"\\u{1F600}\\" {origin.name} {m[\\"k\\"]}"\n}\n';
  const { file } = readRules(source);
  const paths = [...nodes(file.rules[0]?.actions)].filter(({ kind }) => kind === 'path');
  expect(paths.map(({ range }) => slice(source, range as SourceRange))).toEqual(['origin.name', 'm[\\"k\\"]']);
});
