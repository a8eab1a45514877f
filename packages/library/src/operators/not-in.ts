import { declareOperator } from '../declare.js';
import { membershipSignatures } from '../semantics/membership-signatures.js';

export const notInList = declareOperator({
  name: 'not_in',
  form: 'x not in [a, b]',
  signatures: membershipSignatures('not_in', false),
  cost: 'c1',
  documentation: 'The value equals none of the elements.',
  examples: [
    { text: '4 not in [1, 2, 3]', result: 'true' },
    { text: '2 not in [1, 2, 3]', result: 'false' },
  ],
});
