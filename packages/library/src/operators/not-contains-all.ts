import { declareOperator } from '../declare.js';
import { containsSeveralSignatures } from '../semantics/contains-several-signatures.js';

export const notContainsAll = declareOperator({
  name: 'not_contains_all',
  form: 's not contains all of l',
  signatures: containsSeveralSignatures('not_contains_all', 'all', false),
  cost: 'c1',
  documentation: 'The text lacks at least one of the texts, or the list one of the values.',
  examples: [
    { text: '"gift card" not contains all of ["gift", "voucher"]', result: 'true' },
    { text: '[1, 2] not contains all of [1, 2]', result: 'false' },
  ],
});
