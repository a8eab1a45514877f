import { isName, tokenize, type IToken } from '@tamis/grammar';
import { readRules, type FileDeclaration, type Diagnostic, type RuleFile } from '@tamis/lang';
import { readSymbols } from '../symbols/read-symbols.js';
import type { SymbolTable } from '../symbols/symbol.js';
import { firstVirtualLine, shiftLines } from './virtual-line.js';

/** Result of parsing a declaration. Lines count from its first line. */
interface Tree {
  /** Empty if there is a syntax error. Otherwise at most one. */
  readonly nodes: readonly FileDeclaration[];
  readonly version: RuleFile['languageVersion'];
  readonly syntax: readonly Diagnostic[];
  readonly comments: readonly { readonly text: string; readonly line: number }[];
}

/** Number of characters of the next declaration that are parsed as well, without which a missing `}` cannot be detected. */
const headLength = 400;

function syntaxOf(text: string, next: string): ReturnType<typeof readRules> {
  const alone = readRules(text);
  const hasErrors = alone.diagnostics.some(({ severity }) => severity === 'error');
  return hasErrors && next !== ''
    ? withoutNext(readRules(text + next.slice(0, headLength)), alone, text.split('\n').length - 1)
    : alone;
}

/** Keeps the errors of the text itself. Those in the beginning of the next declaration are reported there. */
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

/** Tokens that begin a named declaration. */
const named = ['List', 'Const', 'Param', 'Define', 'Matrix', 'Rule'] as const;
export type NamedKind = (typeof named)[number];

/** One chunk of a file. It is created once for its text and never changes. Expensive properties are computed on first use. */
export class DeclarationUnit {
  readonly tokens: readonly IToken[];
  readonly commentTokens: readonly IToken[];
  /** Name by which other declarations refer to it. `null` for a test, an import, or a broken head. */
  readonly name: string | null;
  /** Kind of named declaration. */
  readonly kind: NamedKind | null;
  /** Whether it is a test outside of the rules. */
  readonly isTest: boolean;
  /** All words of the declaration. A name that is not among them is not used. */
  readonly words: ReadonlySet<string>;
  #tree: Tree | undefined;
  #foreignNodes: readonly FileDeclaration[] | undefined;
  #symbols: SymbolTable | undefined;

  /**
   * `id` is unique in the service and part of every position in `foreignNodes`. `next` is the text that follows. `onRead` is called when
   * the tree is built.
   */
  constructor(
    readonly id: number,
    readonly text: string,
    readonly next: string,
    private readonly onRead: () => void,
  ) {
    const { tokens, comments } = tokenize(text);
    this.tokens = tokens;
    this.commentTokens = comments;
    const [first, second] = tokens;
    const kind = named.find((each) => each === first?.tokenType.name) ?? null;
    this.kind = kind;
    this.name = kind !== null && second && isName(second) ? second.image : null;
    this.isTest =
      first?.tokenType.name === 'Test' || (first?.tokenType.name === 'Todo' && second?.tokenType.name === 'Test');
    const words = new Set<string>();
    for (const token of tokens) {
      if (isName(token)) words.add(token.image);
      // The holes of messages contain names, too.
      else if (token.image.includes('{')) for (const word of token.image.match(/\w+/g) ?? []) words.add(word);
    }
    this.words = words;
  }

  get nodes(): readonly FileDeclaration[] {
    return this.#read().nodes;
  }

  /** The same trees, with positions that other declarations can refer to. */
  get foreignNodes(): readonly FileDeclaration[] {
    this.#foreignNodes ??= shiftLines(this.nodes, firstVirtualLine(this.id));
    return this.#foreignNodes;
  }

  get version(): RuleFile['languageVersion'] {
    return this.#read().version;
  }

  get syntax(): readonly Diagnostic[] {
    return this.#read().syntax;
  }

  get comments(): Tree['comments'] {
    return this.#read().comments;
  }

  get symbols(): SymbolTable {
    this.#symbols ??= readSymbols(this.text);
    return this.#symbols;
  }

  /** Whether the declaration would be parsed in the same way if `next` followed it. */
  isSameBefore(next: string): boolean {
    return next === this.next || (this.#tree !== undefined && this.#tree.syntax.length === 0);
  }

  #read(): Tree {
    if (this.#tree) return this.#tree;
    this.onRead();
    const { file, diagnostics, comments } = syntaxOf(this.text, this.next);
    this.#tree = {
      nodes: file.declarations,
      version: file.languageVersion,
      syntax: diagnostics,
      comments: comments.map((comment) => ({ text: comment.text, line: comment.range?.start.line ?? 0 })),
    };
    return this.#tree;
  }
}
