import { declareOperator } from '../declare.js';
import { containsSignatures } from '../semantics/text-search-signatures.js';

export const contains = declareOperator({
  name: 'contains',
  form: 's contains t',
  signatures: containsSignatures('contains', true),
  cost: 'c1',
  documentation: 'The text holds the other text, or the list holds the value.',
  examples: [
    { text: '"gift card" contains "card"', result: 'true' },
    { text: '[1, 2] contains 3', result: 'false' },
  ],
});
