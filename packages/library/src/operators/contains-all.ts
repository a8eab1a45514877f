import { declareOperator } from '../declare.js';
import { containsSeveralSignatures } from '../semantics/contains-several-signatures.js';

export const containsAll = declareOperator({
  name: 'contains_all',
  form: 's contains all of l',
  signatures: containsSeveralSignatures('contains_all', 'all', true),
  cost: 'c1',
  documentation: 'The text holds each of the texts, or the list each of the values.',
  examples: [
    { text: '"gift card" contains all of ["gift", "card"]', result: 'true' },
    { text: '[1, 2] contains all of [2, 3]', result: 'false' },
  ],
});
