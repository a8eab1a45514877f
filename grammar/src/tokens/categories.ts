import { createToken, Lexer, tokenMatcher, type IToken } from 'chevrotain';

/** Whether a token may name a field, a `let`, a list or a rule. */
export const isName = (token: IToken): boolean => tokenMatcher(token, Name);

/** Every word that may name a field, a `let`, a list or a rule: all except the reserved ones. */
export const Name = createToken({ name: 'Name', pattern: Lexer.NA });

/** Every name that may be before `(` as a function: all except the aggregate words. */
export const CallName = createToken({ name: 'CallName', pattern: Lexer.NA });

/**
 * Every name that may follow `expect alert` and `expect case`: all except the words that may come next if the name is omitted, so that the
 * optional name never swallows the next statement.
 */
export const ExpectedWord = createToken({ name: 'ExpectedWord', pattern: Lexer.NA });
