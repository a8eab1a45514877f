import type { IToken, TokenType } from 'chevrotain';
import type { LexProblem } from './lex-problem.js';
import { lexer } from './lexer.js';
import { maxLexProblems } from './limits.js';
import { readableLength } from './readable-length.js';
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
  /** The text behind was not read, because the declaration there is beyond every limit. */
  readonly isCutOff: boolean;
}

/** Control characters other than tab and line end, a lone carriage return, and what changes the direction of writing. */
// eslint-disable-next-line no-control-regex -- these are the characters to be found
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]|\r(?!\n)/g;

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

/**
 * Cuts text into tokens. Never throws. A forbidden character is reported and read as a space, so that it spoils nothing
 * else; a malformed literal stays in the stream under the category of what was meant.
 */
export function tokenize(text: string): TokenizeResult {
  const problems: LexProblem[] = [];
  const length = readableLength(text);
  const readable = text.slice(0, length).replace(forbidden, (character, start: number) => {
    if (problems.length < maxLexProblems)
      problems.push({ kind: 'forbiddenCharacter', text: character, start, end: start + 1 });
    return ' ';
  });
  const { tokens, groups } = lexer.tokenize(readable);
  const comments = groups[commentGroup] ?? [];
  for (const { image, startOffset } of groups[foreignGroup] ?? [])
    problems.push({ kind: 'unexpectedCharacter', text: image, start: startOffset, end: startOffset + image.length });
  malformed(tokens, problems);
  malformed(comments, problems);
  problems.sort((a, b) => a.start - b.start);
  return { tokens, comments, problems, isCutOff: length < text.length };
}
