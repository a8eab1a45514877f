import { EOF, type IToken } from 'chevrotain';
import { OpenNode } from './open-node.js';

/** The first position that does not match the grammar. */
export interface ParseMismatch {
  /** Index of the token, or the number of tokens if they end too early. */
  readonly at: number;
  /** Name of the only token that could have followed, or `null` if there were several. */
  readonly expected: string | null;
  /** Productions being parsed, outermost first. */
  readonly productions: readonly string[];
}

const end = { tokenTypeIdx: EOF.tokenTypeIdx ?? 0 };

/** Position of the strict parser in its tokens, and the nodes that are open there. */
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

  /** Stops parsing: every open production returns, the innermost first. */
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
