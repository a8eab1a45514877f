import { tokenMatcher, type IToken } from 'chevrotain';
import { Name } from './tokens/categories.js';

/** Whether a token may name a field, a `let`, a list or a rule. */
export const isName = (token: IToken): boolean => tokenMatcher(token, Name);
