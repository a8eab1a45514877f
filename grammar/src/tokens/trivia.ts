import { createToken, Lexer, type TokenType } from 'chevrotain';

/** The lexer group that keeps comments for the formatter. */
export const commentGroup = 'comments';

const WhiteSpace = createToken({
  name: 'WhiteSpace',
  pattern: /[ \t\r\n]+/,
  group: Lexer.SKIPPED,
  line_breaks: true,
});
const LineComment = createToken({ name: 'LineComment', pattern: /\/\/[^\n]*/, group: commentGroup });
const BlockComment = createToken({
  name: 'BlockComment',
  pattern: /\/\*(?:[^*]|\*(?!\/))*\*\//,
  group: commentGroup,
  line_breaks: true,
});
export const UnclosedComment = createToken({
  name: 'UnclosedComment',
  pattern: /\/\*[^]*/,
  group: commentGroup,
  line_breaks: true,
});

export const trivia: readonly TokenType[] = [WhiteSpace, LineComment, BlockComment, UnclosedComment];
