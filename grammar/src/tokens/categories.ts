import { createToken, Lexer, tokenMatcher, type IToken } from 'chevrotain';

/** Whether a token may name a field, a `let`, a list or a rule. */
export const isName = (token: IToken): boolean => tokenMatcher(token, Name);

/** Every word that may name a field, a `let`, a list or a rule: all but the reserved ones. */
export const Name = createToken({ name: 'Name', pattern: Lexer.NA });

/** Every name that may stand before `(` as a function: all but the aggregate words. */
export const CallName = createToken({ name: 'CallName', pattern: Lexer.NA });

/**
 * Every name that may stand after `expect alert` and `expect case`: all but the words that may follow when nothing stands
 * there, so that what is optional never swallows the next statement.
 */
export const ExpectedWord = createToken({ name: 'ExpectedWord', pattern: Lexer.NA });
