import type { Value } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';

export const exact = declareFunction({
  name: 'exact',
  form: 'exact(s)',
  signatures: [
    signature('exact', ['text'], {
      result: () => ({ kind: 'text', collation: 'cs', forced: true }),
      evaluate: ([text]) => text as Value,
    }),
  ],
  documentation: 'The same text, compared letter by letter: case and accents count.',
  examples: [
    { text: 'exact("Ana")', result: '"Ana"' },
    { text: 'exact("Ana") = "ANA"', result: 'false' },
    { text: 'exact(origin.name) = "ANA"', result: 'false', given: { 'origin.name': 'Ana' } },
  ],
});
