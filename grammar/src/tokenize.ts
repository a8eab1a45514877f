import type { IToken, TokenType } from 'chevrotain';
import type { LexProblem } from './lex-problem.js';
import { lexer } from './lexer.js';
import { batchCharacters, maxLexProblems } from './limits.js';
import { readableLength } from './readable-length.js';
import { ReadingLimit } from './reading-limit.js';
import {
  commentGroup,
  foreignGroup,
  ForeignQuotes,
  MalformedDateTime,
  MalformedNumber,
  UnclosedComment,
  UnclosedRawText,
  UnclosedText,
} from './tokens/index.js';

export interface TokenizeResult {
  readonly tokens: IToken[];
  readonly comments: IToken[];
  readonly problems: LexProblem[];
  /** Whether the following text was not read, because the declaration there is beyond every limit. */
  readonly isCutOff: boolean;
}

/** Control characters but tab and line break, lone carriage returns, halves of characters, and changes of the direction of writing. */
const forbidden =
  // eslint-disable-next-line no-control-regex -- these are the characters to be found
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uD800-\uDFFF]|\r(?!\n)/gu;

const kindOfMalformed = new Map<TokenType, LexProblem['kind']>([
  [MalformedNumber, 'malformedNumber'],
  [MalformedDateTime, 'malformedDate'],
  [ForeignQuotes, 'foreignQuotes'],
  [UnclosedText, 'unclosedText'],
  [UnclosedRawText, 'unclosedRawText'],
  [UnclosedComment, 'unclosedComment'],
]);

const endOf = (token: IToken): number => token.startOffset + token.image.length;

function malformed(tokens: readonly IToken[], problems: LexProblem[]): void {
  for (const token of tokens) {
    const kind = kindOfMalformed.get(token.tokenType);
    if (kind) problems.push({ kind, text: token.image, start: token.startOffset, end: endOf(token) });
  }
}

type ChunkResult = Omit<TokenizeResult, 'isCutOff'>;

/** `told` is the number of forbidden characters that were already reported. */
function tokenizeChunk(part: string, from: number, told: number): ChunkResult {
  const problems: LexProblem[] = [];
  const readable = part.replace(forbidden, (character, at: number) => {
    if (told + problems.length < maxLexProblems)
      problems.push({ kind: 'forbiddenCharacter', text: character, start: from + at, end: from + at + 1 });
    return ' ';
  });
  const { tokens, groups } = lexer.tokenizeChunk(readable, from);
  for (const { image, startOffset } of groups[foreignGroup] ?? [])
    problems.push({ kind: 'unexpectedCharacter', text: image, start: startOffset, end: startOffset + image.length });
  return { tokens, comments: groups[commentGroup] ?? [], problems };
}

/** Returns the offset after the line that contains an offset. */
const endOfLine = (text: string, offset: number): number => text.indexOf('\n', offset) + 1 || text.length;

/**
 * Tokenizes text, some lines at a time, so that few tokens are held at once and a caller that stops early pays for no more. Never throws. A
 * forbidden character is reported and read as a space, so that it affects nothing else. A malformed literal stays in the stream under the
 * category of the intended literal.
 */
export function* tokenBatches(text: string): Generator<TokenizeResult> {
  const limit = new ReadingLimit();
  let told = 0;
  let start = 0;
  let leastEnd = 0;
  while (start < text.length) {
    const end = Math.max(leastEnd, endOfLine(text, start + batchCharacters));
    const part = text.slice(start, end);
    const length = readableLength(part);
    const { tokens, comments, problems } = tokenizeChunk(part.slice(0, length), start, told);
    start = end;
    // Only comments can extend over a line break. An unclosed one is left for the next batch, which then contains its end.
    const open = comments.at(-1);
    if (open?.tokenType === UnclosedComment && end < text.length) {
      comments.pop();
      start = open.startOffset;
      const close = text.indexOf('*/', start + 2);
      leastEnd = close < 0 ? text.length : endOfLine(text, close);
    }
    malformed(tokens, problems);
    malformed(comments, problems);
    problems.sort((a, b) => a.start - b.start);
    told += problems.length;
    const count = limit.countReadable(tokens, text);
    const isCutOff = count < tokens.length || length < part.length;
    yield { tokens: count < tokens.length ? tokens.slice(0, count) : tokens, comments, problems, isCutOff };
    if (isCutOff) return;
  }
}

/** Tokenizes the whole text. See `tokenBatches`. */
export function tokenize(text: string): TokenizeResult {
  const batches = [...tokenBatches(text)];
  return {
    tokens: batches.flatMap(({ tokens }) => tokens),
    comments: batches.flatMap(({ comments }) => comments),
    problems: batches.flatMap(({ problems }) => problems),
    isCutOff: batches.at(-1)?.isCutOff ?? false,
  };
}
