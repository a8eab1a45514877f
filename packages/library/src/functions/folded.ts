import type { Value } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';

export const folded = declareFunction({
  name: 'folded',
  form: 'folded(s)',
  signatures: [
    signature('folded', ['text'], {
      result: () => ({ kind: 'text', collation: 'ci', forced: true }),
      evaluate: ([text]) => text as Value,
    }),
  ],
  documentation: 'The same text, compared without regard to case and accents.',
  examples: [
    { text: 'folded("São") = "SAO"', result: 'true' },
    { text: 'folded(origin.taxId) = "ab1"', result: 'true', given: { 'origin.taxId': 'AB1' } },
  ],
});
