import { declareOperator } from '../declare.js';
import { containsSeveralSignatures } from '../semantics/contains-several-signatures.js';

export const containsNone = declareOperator({
  name: 'contains_none',
  form: 's not contains any of l',
  signatures: containsSeveralSignatures('contains_none', 'any', false),
  cost: 'c1',
  documentation: 'The text holds none of the texts, or the list none of the values.',
  examples: [
    { text: '"rent" not contains any of ["gift", "voucher"]', result: 'true' },
    { text: '[1, 2] not contains any of [2, 3]', result: 'false' },
  ],
});
