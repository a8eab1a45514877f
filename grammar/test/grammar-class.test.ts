import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cstTypesText, RulesParser } from '../src/index.js';
import { RulesLexer } from '../src/lexer.js';

test('the grammar needs at most two tokens of look-ahead', () => {
  expect(() => new RulesParser()).not.toThrow();
});

test('one token of look-ahead is insufficient', () => {
  expect(() => new RulesParser({ maxLookahead: 1 })).toThrow(/Ambiguous/i);
});

test('no production ignores an ambiguity, backtracks or uses a gate', () => {
  const folder = join(__dirname, '../src/parser');
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  expect(text).not.toMatch(/GATE|BACKTRACK|IGNORE_AMBIGUITIES|ACTION\(/);
});

test('the concrete syntax tree types match the grammar', () => {
  expect(cstTypesText()).toBe(readFileSync(join(__dirname, '../src/generated/cst.ts'), 'utf8'));
});

test('the lexer can distinguish all tokens', () => {
  expect(() => new RulesLexer()).not.toThrow();
});
