import { Lexer, type ILexerConfig, type ILexingResult, type IToken, type TokenType } from 'chevrotain';
import { AggregateWord } from './tokens/aggregate-word.js';
import { allTokens, contextualWords, Identifier, reservedWords } from './tokens/index.js';

const words: ReadonlySet<TokenType> = new Set([AggregateWord, ...reservedWords, ...contextualWords]);

/** Every word with a meaning of its own, by how it is written. */
const typeOfWord: ReadonlyMap<string, TokenType> = new Map(
  [...words].flatMap((type) =>
    type.PATTERN instanceof RegExp ? type.PATTERN.source.split('|').map((image) => [image, type] as const) : [],
  ),
);

type MakeToken = (
  image: string,
  startOffset: number,
  typeIndex: number,
  tokenType: TokenType,
  line: number,
  column: number,
  length: number,
) => IToken;

/** Made at once with every member the parser reads: members that come later cost a second object. */
const createToken = (image: string, startOffset: number, tokenType: TokenType, length: number): IToken => ({
  image,
  startOffset,
  endOffset: startOffset + length - 1,
  tokenTypeIdx: tokenType.tokenTypeIdx ?? 0,
  tokenType,
});

/**
 * Cuts every word as an identifier and looks up which one it is: the lexer alone would try each word of the language that
 * begins with the same letter, one after another. Offsets only: lines are counted once, by whoever shows them.
 */
export class RulesLexer extends Lexer {
  declare private createTokenInstance: MakeToken;
  #from = 0;

  constructor(config: Pick<ILexerConfig, 'skipValidations'> = {}) {
    super(
      allTokens.filter((type) => !words.has(type)),
      { ...config, positionTracking: 'onlyOffset', ensureOptimizations: true },
    );
    this.createTokenInstance = (image, startOffset, _index, type, _line, _column, length) =>
      createToken(
        image,
        this.#from + startOffset,
        type === Identifier ? (typeOfWord.get(image) ?? type) : type,
        length,
      );
  }

  /** Cuts a part of a text; `from` is its offset there, in which the tokens count. */
  tokenizeChunk(part: string, from: number): ILexingResult {
    this.#from = from;
    return this.tokenize(part);
  }
}

/** A test validates its tokens. */
export const lexer = new RulesLexer({ skipValidations: true });
