import type { DocumentSymbol, FoldingRange, SymbolKind as Icon } from 'vscode-languageserver-types';
import type { RuleDocument } from '../documents/rule-document.js';
import { rangeOfSpan } from '../project/at-position.js';
import type { SymbolKind } from '../symbols/symbol.js';

/** Icons of the protocol. */
const icons: Readonly<Record<SymbolKind, Icon>> = {
  rule: 5,
  matrix: 10,
  define: 12,
  const: 14,
  param: 7,
  list: 18,
  let: 13,
  parameter: 26,
};
const testIcon: Icon = 24;

/** Returns the declarations of a file, with the lets and tests of each rule below it. */
export function documentSymbolsOf(document: RuleDocument): readonly DocumentSymbol[] {
  return (document.isTooLarge ? [] : document.declarations).flatMap((placed) => {
    const { unit } = placed;
    const located = { document, placed };
    const first = unit.tokens[0];
    const last = unit.tokens.at(-1);
    if (!first || !last) return [];
    const whole = rangeOfSpan(located, { start: first.startOffset, end: last.startOffset + last.image.length });
    const tests = unit.tokens.flatMap((token, index): readonly DocumentSymbol[] => {
      const title = unit.tokens[index + 1];
      if (token.tokenType.name !== 'Test' || title?.tokenType.name !== 'Text') return [];
      const end = title.startOffset + title.image.length;
      const range = rangeOfSpan(located, { start: token.startOffset, end });
      return [{ name: title.image.slice(1, -1), kind: testIcon, range, selectionRange: range }];
    });
    const own = unit.symbols.occurrences.find(({ declares }) => declares !== null && declares !== 'let');
    const lets = unit.symbols.occurrences
      .filter(({ declares }) => declares === 'let')
      .map((each): DocumentSymbol => {
        const range = rangeOfSpan(located, each);
        return { name: each.name, kind: icons.let, range, selectionRange: range };
      });
    if (!own?.declares) return tests.map((test) => ({ ...test, range: whole }));
    const title = unit.tokens[2];
    return [
      {
        name: own.name,
        ...(title?.tokenType.name === 'Text' ? { detail: title.image.slice(1, -1) } : {}),
        kind: icons[own.declares],
        range: whole,
        selectionRange: rangeOfSpan(located, own),
        children: [...lets, ...tests],
      },
    ];
  });
}

/** Returns brackets and comments that span more than one line. */
export function foldingRangesOf(document: RuleDocument): readonly FoldingRange[] {
  return document.declarations.flatMap(({ unit, start }) => {
    const lineOf = (offset: number): number => document.lines.positionAt(start + offset).line;
    const open: number[] = [];
    const found: FoldingRange[] = [];
    for (const { tokenType, startOffset } of unit.tokens) {
      if (/^Left(?:Paren|Square|Curly)$/.test(tokenType.name)) open.push(lineOf(startOffset));
      else if (tokenType.name.startsWith('Right')) {
        const startLine = open.pop();
        const endLine = lineOf(startOffset);
        if (startLine !== undefined && endLine > startLine + 1) found.push({ startLine, endLine: endLine - 1 });
      }
    }
    for (const { startOffset, image } of unit.commentTokens) {
      const [startLine, endLine] = [lineOf(startOffset), lineOf(startOffset + image.length)];
      if (endLine > startLine) found.push({ startLine, endLine, kind: 'comment' });
    }
    return found;
  });
}
