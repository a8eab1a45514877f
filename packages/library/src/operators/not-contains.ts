import { declareOperator } from '../declare.js';
import { containsSignatures } from '../semantics/text-search-signatures.js';

export const notContains = declareOperator({
  name: 'not_contains',
  form: 's not contains t',
  signatures: containsSignatures('not_contains', false),
  cost: 'c1',
  documentation: 'The text does not hold the other text, or the list not the value.',
  examples: [
    { text: '"gift" not contains "card"', result: 'true' },
    { text: '[1, 2] not contains 2', result: 'false' },
  ],
});
