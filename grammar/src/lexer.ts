import { Lexer, type ILexerConfig, type ILexingResult, type IToken, type TokenType } from 'chevrotain';
import { AggregateWord } from './tokens/aggregate-word.js';
import { allTokens, contextualWords, Identifier, reservedWords } from './tokens/index.js';

const words: ReadonlySet<TokenType> = new Set([AggregateWord, ...reservedWords, ...contextualWords]);

/** Every word with a meaning of its own, by its spelling. */
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

/** Creates a token with all members that the parser reads at once, because members added later would cost a second object. */
const createToken = (image: string, startOffset: number, tokenType: TokenType, length: number): IToken => ({
  image,
  startOffset,
  endOffset: startOffset + length - 1,
  tokenTypeIdx: tokenType.tokenTypeIdx ?? 0,
  tokenType,
});

/**
 * Reads every word as an identifier and then looks up its type, because the lexer alone would try all words of the language with the same
 * first letter one after another. Tokens only have offsets: lines are counted once, when they are shown.
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

  /** Tokenizes a part of a text. `from` is its offset in the text, to which the offsets of tokens refer. */
  tokenizeChunk(part: string, from: number): ILexingResult {
    this.#from = from;
    return this.tokenize(part);
  }
}

/** A test validates its tokens. */
export const lexer = new RulesLexer({ skipValidations: true });
