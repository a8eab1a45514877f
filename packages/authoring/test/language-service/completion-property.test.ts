import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parser, tokenize, type IToken } from '@tamis/grammar';
import { readRules } from '@tamis/lang';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import type { CompletionItem, Position, TextEdit } from 'vscode-languageserver-types';
import { serviceWith, uri } from './cursor-marks.js';

const fixtures = join(__dirname, '../../../../rules-fixtures');

const files = ['language', 'rulesets', 'actions', 'aggregates', 'operators'].flatMap((folder) =>
  readdirSync(join(fixtures, folder))
    .filter((name) => name.endsWith('.rules'))
    .map((name) => readFileSync(join(fixtures, folder, name), 'utf8')),
);

/** The beginnings of declarations in formatted files: the text before the last one has no influence on what can follow. */
const declarations = /^(?:language|import|list|const|param|define|matrix|rule|todo|test)\b/gm;

/** Syntax errors that the grammar alone does not detect: a repeated header, a misplaced clause, chained comparisons. */
const misplaced: readonly string[] = ['E0105', 'E0106', 'E0109', 'E0110', 'E0111', 'E0112'];

const mistakesIn = (text: string): readonly string[] =>
  readRules(text)
    .diagnostics.filter(({ code }) => misplaced.includes(code))
    .map(({ code, message }) => `${code} ${message}`);

const canFollow = (production: 'file' | 'value', tokens: readonly IToken[]): boolean =>
  parser.computeContentAssist(production, [...tokens]).length > 0;

/** Whether some text can follow this one so that the whole has no syntax error. The cursor may be in a message. */
function canGoOn(text: string): boolean {
  const { tokens, problems } = tokenize(text);
  const last = tokens.at(-1);
  if (last?.tokenType.name !== 'UnclosedText') return problems.length === 0 && canFollow('file', tokens);
  const hole = tokenize(last.image.slice(last.image.lastIndexOf('{') + 1));
  return problems.length === 1 && hole.problems.length === 0 && canFollow('value', hole.tokens);
}

/** Returns the text that an editor inserts, up to the first placeholder. */
function written({ textEdit, insertTextFormat }: CompletionItem): string {
  const { newText } = textEdit as TextEdit;
  if (insertTextFormat !== 2) return newText;
  const filled = newText.replace(/\$\{\d+:([^}]*)\}/g, '$1').replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, '$1');
  return filled.replace(/\s*\$\d[\s\S]*$/, '');
}

const offsetOf = (text: string, { line, character }: Position): number =>
  text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;

function positionOf(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/**
 * Returns the text of the declaration up to the end of the proposal, the text without the proposal, and the token names that identify the
 * result.
 */
function accept(text: string, item: CompletionItem): { before: string; after: string; words: string } {
  const start = offsetOf(text, (item.textEdit as TextEdit).range.start);
  const begin = [...text.slice(0, start).matchAll(declarations)].at(-1)?.index ?? 0;
  const before = text.slice(begin, start);
  const after = `${before}${written(item)}`;
  const words = tokenize(after).tokens.map(({ tokenType }) => tokenType.name);
  return { before, after, words: words.join(' ') };
}

const places = fc.record({ file: fc.constantFrom(...files), at: fc.nat(), isCut: fc.boolean() });

test('completion items are valid at any position of a file and at the end of any truncated file', () => {
  const runs = propertyRuns(300);
  const service = serviceWith();
  let accepted = 0;
  fc.assert(
    fc.property(places, ({ file, at, isCut }) => {
      const offset = at % (file.length + 1);
      service.open(uri, 1, isCut ? file.slice(0, offset) : file);
      const tried = new Set<string>();
      for (const item of service.completion(uri, positionOf(file, offset))) {
        const { before, after, words } = accept(file, item);
        // Two different fields are the same to the grammar.
        if (tried.has(words)) continue;
        tried.add(words);
        accepted++;
        const found = canGoOn(after) ? mistakesIn(after) : ['nothing can follow'];
        expect({ label: item.label, after, found }).toEqual({ label: item.label, after, found: mistakesIn(before) });
      }
    }),
    runs,
  );
  expect(accepted).toBeGreaterThan(2 * runs.numRuns);
});
