import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cstTypesText, RulesParser } from '../src/index.js';
import { RulesLexer } from '../src/lexer.js';

test('the grammar needs no more than two tokens of look-ahead', () => {
  expect(() => new RulesParser()).not.toThrow();
});

test('one token of look-ahead is not enough', () => {
  expect(() => new RulesParser({ maxLookahead: 1 })).toThrow(/Ambiguous/i);
});

test('no production hides an ambiguity, looks back or asks a gate', () => {
  const folder = join(__dirname, '../src/parser');
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  expect(text).not.toMatch(/GATE|BACKTRACK|IGNORE_AMBIGUITIES|ACTION\(/);
});

test('the types of the concrete tree are those of the grammar', () => {
  expect(cstTypesText()).toBe(readFileSync(join(__dirname, '../src/generated/cst.ts'), 'utf8'));
});

test('the tokens are ones that the lexer can tell apart', () => {
  expect(() => new RulesLexer()).not.toThrow();
});
