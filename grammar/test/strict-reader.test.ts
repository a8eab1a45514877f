import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EOF, type CstNode, type IToken } from 'chevrotain';
import { RulesParser, allSections, tokenize } from '../src/index.js';
import { StrictParser } from '../src/parser/strict-parser.js';

const folder = join(__dirname, '../../rules-fixtures');
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.rules'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));
const sections = texts.flatMap((text) => allSections(tokenize(text).tokens, text).map(({ tokens }) => tokens));

const plain = new RulesParser({ recoveryEnabled: false });
const strict = new StrictParser(plain.getGAstProductions(), 2);

function readPlainly(tokens: IToken[]) {
  plain.input = tokens;
  const cst = plain.file();
  const [error = null] = plain.errors;
  return { cst: error ? null : cst, error };
}

/** The information that a problem is reported from. */
function mismatchOf(error: ReturnType<typeof readPlainly>['error'], tokens: readonly IToken[]) {
  if (!error) return null;
  const { ruleStack } = error.context;
  return {
    at: error.token.tokenType === EOF ? tokens.length : tokens.indexOf(error.token),
    expected: error.name === 'MismatchedTokenException' ? error.message : null,
    productions: ruleStack.length > 0 ? ruleStack : ['file'],
  };
}

const left = /^((Left|Right)(Paren|Square|Curly)|Comma|Colon|Dot)$/;
const level = /^(expression|conjunction|negation|comparison|value|sum|product|unary|conversion|primary)$/;

/** Removes punctuation, and precedence levels with a single part, like the fast parser. */
function thinned(node: CstNode): CstNode {
  const parts = Object.values(node.children).flat();
  const [only] = parts;
  if (level.test(node.name) && parts.length === 1 && only && 'children' in only) return thinned(only);
  const children = Object.entries(node.children).flatMap(([label, all]) => {
    const kept = all.filter((part) => !('tokenType' in part && left.test(part.tokenType.name)));
    return kept.length > 0 ? [[label, kept.map((part) => ('children' in part ? thinned(part) : part))]] : [];
  });
  return { ...node, children: Object.fromEntries(children) as CstNode['children'] };
}

test('there are sections to compare', () => {
  expect(sections.length).toBeGreaterThan(100);
});

test('the strict reader builds the same tree as the grammar, complete or reduced', () => {
  for (const tokens of sections) {
    const { cst, error } = readPlainly(tokens);
    if (!cst) continue;
    expect(error).toBeNull();
    expect(strict.read(tokens, 'file', true)).toEqual({ cst, mismatch: null });
    expect(strict.read(tokens, 'file', false)).toEqual({ cst: thinned(cst), mismatch: null });
  }
});

test('the strict reader stops at the same error as the grammar, whichever token is missing', () => {
  let errors = 0;
  for (const tokens of sections.filter(({ length }) => length < 200).slice(0, 150))
    for (let at = 0; at < tokens.length; at += 3) {
      const mutilated = [...tokens.slice(0, at), ...tokens.slice(at + 1)];
      const expected = mismatchOf(readPlainly(mutilated).error, mutilated);
      expect(strict.read(mutilated, 'file', false).mismatch).toEqual(expected);
      if (expected) errors++;
    }
  expect(errors).toBeGreaterThan(500);
});
