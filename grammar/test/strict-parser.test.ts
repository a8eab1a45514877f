import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CstNode, IToken } from 'chevrotain';
import { RulesParser, sectionsOf, tokenize } from '../src/index.js';
import { StrictParser } from '../src/parser/strict-parser.js';

const folder = join(__dirname, '../../rules-fixtures');
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.rules'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));
const sections = texts.flatMap((text) => sectionsOf(tokenize(text).tokens, text).map(({ tokens }) => tokens));

const plain = new RulesParser({ recoveryEnabled: false });
const strict = new StrictParser();

function readPlainly(tokens: IToken[]) {
  plain.input = tokens;
  const cst = plain.file();
  const [error = null] = plain.errors;
  return { cst: error ? null : cst, error };
}

/** What a problem is told from. */
const outline = (error: ReturnType<typeof readPlainly>['error']) =>
  error && {
    name: error.name,
    at: error.token.startOffset,
    expected: error.message,
    productions: error.context.ruleStack,
  };

/** Leaves out the levels of precedence that hold one part, as the quick tree does. */
function withoutLevels(node: CstNode): CstNode {
  const parts = Object.values(node.children).flat();
  const [only] = parts;
  const level =
    /^(expression|conjunction|negation|comparison|value|sum|product|unary|conversion|primary)$/.test(node.name) &&
    parts.length === 1;
  if (level && only && 'children' in only) return withoutLevels(only);
  const children = Object.entries(node.children).map(([label, all]) => [
    label,
    all.map((part) => ('children' in part ? withoutLevels(part) : part)),
  ]);
  return { ...node, children: Object.fromEntries(children) as CstNode['children'] };
}

test('there is something to compare', () => {
  expect(sections.length).toBeGreaterThan(100);
});

test('the strict parser makes the tree that the grammar says, whole or without empty levels', () => {
  for (const tokens of sections) {
    const { cst, error } = readPlainly(tokens);
    if (!cst) continue;
    expect(error).toBeNull();
    expect(strict.read(tokens, 'file', true)).toEqual({ cst, error: null });
    expect(strict.read(tokens, 'file', false)).toEqual({ cst: withoutLevels(cst), error: null });
  }
});

test('the strict parser stops at the same error, whatever token is missing', () => {
  let errors = 0;
  for (const tokens of sections.filter(({ length }) => length < 200).slice(0, 150))
    for (let left = 0; left < tokens.length; left += 3) {
      const mutilated = [...tokens.slice(0, left), ...tokens.slice(left + 1)];
      const expected = outline(readPlainly(mutilated).error);
      expect(outline(strict.read(mutilated, 'file', false).error)).toEqual(expected);
      if (expected) errors++;
    }
  expect(errors).toBeGreaterThan(500);
});
