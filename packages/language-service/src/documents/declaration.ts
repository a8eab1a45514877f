import { tokenize, type IToken } from '@tamis/grammar';
import { readRules, type FileDeclaration, type Diagnostic, type RuleFile } from '@tamis/lang';
import { readSymbols } from '../symbols/read-symbols.js';
import type { SymbolTable } from '../symbols/symbol.js';
import { lineBase, moveDown } from './virtual-place.js';

/** One piece of a file, read. It is made once for its text and never changes. */
export interface DeclarationUnit {
  /** Unique in the service; part of every place in `nodes` and `syntax`. */
  readonly id: number;
  readonly text: string;
  /** Empty where there is a syntax error; at most one otherwise. */
  readonly nodes: readonly FileDeclaration[];
  readonly version: RuleFile['languageVersion'];
  readonly syntax: readonly Diagnostic[];
  readonly comments: readonly { readonly text: string; readonly line: number }[];
  readonly tokens: readonly IToken[];
  readonly commentTokens: readonly IToken[];
  readonly symbols: SymbolTable;
  /** Name under which others find it; null for a test, an import, a broken head. */
  readonly name: string | null;
  /** Every word in it that may be a name. */
  readonly mentions: ReadonlySet<string>;
}

const declared: readonly (string | null)[] = ['list', 'const', 'param', 'define', 'matrix', 'rule'];

/** Head of the declaration behind, without which a missing `}` cannot be told. */
const headLength = 200;

function syntaxOf(text: string, next: string, id: number): ReturnType<typeof readRules> {
  const alone = readRules(text);
  const hasErrors = alone.diagnostics.some(({ severity }) => severity === 'error');
  const result =
    hasErrors && next !== ''
      ? withoutNext(readRules(text + next.slice(0, headLength)), alone, text.split('\n').length - 1)
      : alone;
  return { ...result, ...moveDown({ file: result.file, diagnostics: result.diagnostics }, lineBase(id)) };
}

/** The mistakes of the text itself; those of the head behind it are its own business. */
function withoutNext(
  both: ReturnType<typeof readRules>,
  alone: ReturnType<typeof readRules>,
  lastLine: number,
): ReturnType<typeof readRules> {
  const own = both.diagnostics.filter(({ range, code }) => {
    if (!range) return true;
    return range.start.line < lastLine || code === 'E0103';
  });
  return { ...alone, diagnostics: own.length > 0 ? own : alone.diagnostics };
}

/** Reads a piece. `next`: the text behind it. */
export function readDeclaration(id: number, text: string, next: string): DeclarationUnit {
  const { file, diagnostics, comments } = syntaxOf(text, next, id);
  const { tokens, comments: commentTokens } = tokenize(text);
  const symbols = readSymbols(text);
  const mentions = new Set<string>();
  for (const { name } of symbols.occurrences) mentions.add(name);
  return {
    id,
    text,
    nodes: file.declarations,
    version: file.languageVersion,
    syntax: diagnostics,
    comments: comments.map((comment) => ({ text: comment.text, line: comment.range?.start.line ?? 0 })),
    tokens,
    commentTokens,
    symbols,
    name: symbols.occurrences.find(({ declares }) => declared.includes(declares))?.name ?? null,
    mentions,
  };
}
