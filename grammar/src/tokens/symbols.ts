import { createToken, type TokenType } from 'chevrotain';

const symbol = (name: string, pattern: RegExp): TokenType => createToken({ name, pattern });

export const NotEqual = symbol('NotEqual', /!=|<>/);
export const LessOrEqual = symbol('LessOrEqual', /<=/);
export const GreaterOrEqual = symbol('GreaterOrEqual', />=/);
export const Less = symbol('Less', /</);
export const Greater = symbol('Greater', />/);
/** `==` is accepted instead of `=`. */
export const Equal = symbol('Equal', /==?/);
export const LeftCurly = symbol('LeftCurly', /\{/);
export const RightCurly = symbol('RightCurly', /\}/);
export const LeftParen = symbol('LeftParen', /\(/);
export const RightParen = symbol('RightParen', /\)/);
export const LeftSquare = symbol('LeftSquare', /\[/);
export const RightSquare = symbol('RightSquare', /\]/);
export const Comma = symbol('Comma', /,/);
export const Colon = symbol('Colon', /:/);
export const Dot = symbol('Dot', /\./);
export const Plus = symbol('Plus', /\+/);
export const Minus = symbol('Minus', /-/);
export const Star = symbol('Star', /\*/);
export const Slash = symbol('Slash', /\//);

/** In the order in which the lexer tries them: the longer form first. */
export const symbols: readonly TokenType[] = [
  NotEqual,
  LessOrEqual,
  GreaterOrEqual,
  Less,
  Greater,
  Equal,
  LeftCurly,
  RightCurly,
  LeftParen,
  RightParen,
  LeftSquare,
  RightSquare,
  Comma,
  Colon,
  Dot,
  Plus,
  Minus,
  Star,
  Slash,
];

/** Signs that only separate or enclose other parts: their positions are irrelevant once there is a tree. */
export const punctuation: ReadonlySet<TokenType> = new Set([
  LeftCurly,
  RightCurly,
  LeftParen,
  RightParen,
  LeftSquare,
  RightSquare,
  Comma,
  Colon,
  Dot,
]);
