import { EOF, type IToken } from 'chevrotain';
import { OpenNode } from './open-node.js';

/** The first place that does not fit the grammar. */
export interface ParseMismatch {
  /** Index of the token; the number of tokens where they end too early. */
  readonly at: number;
  /** Name of the one token that could have followed; null where there was a choice. */
  readonly expected: string | null;
  /** Productions being read, outermost first. */
  readonly productions: readonly string[];
}

const end = { tokenTypeIdx: EOF.tokenTypeIdx ?? 0 };

/** Where the strict reader stands in its tokens, and the nodes that are open there. */
export class ParserState {
  at = 0;
  readonly #nodes: OpenNode[] = [];
  readonly #productions: string[] = [];
  #depth = 0;
  #expected: string | null = null;

  constructor(
    readonly tokens: readonly IToken[],
    readonly isWhole: boolean,
  ) {}

  LA_FAST(distance: number): { readonly tokenTypeIdx: number } {
    return this.tokens[this.at + distance - 1] ?? end;
  }

  enter(): OpenNode {
    const node = (this.#nodes[this.#depth++] ??= new OpenNode());
    node.open();
    return node;
  }

  leave(): void {
    this.#depth--;
  }

  /** Nothing more is read: every production that is open leaves, the innermost first. */
  mismatch(expected: string | null): false {
    this.#expected = expected;
    return false;
  }

  leaveUnread(production: string): null {
    this.#productions.push(production);
    return null;
  }

  get problem(): ParseMismatch {
    return { at: this.at, expected: this.#expected, productions: this.#productions.toReversed() };
  }
}
