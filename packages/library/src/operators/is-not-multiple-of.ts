import { declareOperator } from '../declare.js';
import { multipleOfSignatures } from '../semantics/multiple-of-signatures.js';

export const isNotMultipleOf = declareOperator({
  name: 'is_not_multiple_of',
  form: 'x is not multiple of n',
  signatures: multipleOfSignatures('is_not_multiple_of', false),
  cost: 'c0',
  documentation: 'Something is left when the number, or the amount in its own currency, is divided.',
  examples: [
    { text: '99.90 USD is not multiple of 1', result: 'true' },
    { text: '0.3 is not multiple of 0.1', result: 'false' },
  ],
});
