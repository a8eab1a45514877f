import { createToken } from 'chevrotain';
import { Name } from './categories.js';
import { Identifier } from './identifier.js';

/** Begins an aggregate when `(` follows; a field may bear the same name. */
export const AggregateWord = createToken({
  name: 'AggregateWord',
  pattern: /count|sum|avg|min|max/,
  longer_alt: Identifier,
  categories: [Name],
});
