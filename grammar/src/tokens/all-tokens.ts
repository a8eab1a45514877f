import type { TokenType } from 'chevrotain';
import { AggregateWord } from './aggregate-word.js';
import { CallName, ExpectedWord, Name } from './categories.js';
import { contextualWords } from './contextual-words.js';
import { ForeignSigns } from './foreign-signs.js';
import { Identifier } from './identifier.js';
import { literals } from './literals.js';
import { reservedWords } from './reserved-words.js';
import { symbols } from './symbols.js';
import { trivia } from './trivia.js';

/** Longer words come first, because `in` would otherwise match the start of a longer word before `longer_alt` is checked. */
const byLength = (words: readonly TokenType[]): TokenType[] => [...words].sort((a, b) => b.name.length - a.name.length);

/** Every token, in the order in which the lexer tries them. */
export const allTokens: TokenType[] = [
  ...trivia,
  ...literals,
  ...symbols,
  AggregateWord,
  ...byLength([...reservedWords, ...contextualWords]),
  Identifier,
  ForeignSigns,
  Name,
  CallName,
  ExpectedWord,
];
