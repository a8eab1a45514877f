import { createToken } from 'chevrotain';
import { CallName, ExpectedWord, Name } from './categories.js';

export const Identifier = createToken({
  name: 'Identifier',
  pattern: /[A-Za-z_][A-Za-z0-9_]*/,
  categories: [Name, CallName, ExpectedWord],
});
