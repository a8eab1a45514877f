import { createToken } from 'chevrotain';
import { ExpectedWord, Name } from './categories.js';
import { Identifier } from './identifier.js';

/** Begins an aggregate if `(` follows. A field may have the same name. */
export const AggregateWord = createToken({
  name: 'AggregateWord',
  pattern: /count|sum|avg|min|max|stddev|median|p90|p95|p99|share|exists|latest|earliest|values/,
  longer_alt: Identifier,
  categories: [Name, ExpectedWord],
});
