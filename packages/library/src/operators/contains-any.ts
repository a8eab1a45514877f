import { declareOperator } from '../declare.js';
import { containsSeveralSignatures } from '../semantics/contains-several-signatures.js';

export const containsAny = declareOperator({
  name: 'contains_any',
  form: 's contains any of l',
  signatures: containsSeveralSignatures('contains_any', 'any', true),
  cost: 'c1',
  documentation: 'The text holds one of the texts, or the list one of the values.',
  examples: [
    { text: '"buy a gift card" contains any of ["gift", "voucher"]', result: 'true' },
    { text: '[1, 2] contains any of [3, 4]', result: 'false' },
  ],
});
