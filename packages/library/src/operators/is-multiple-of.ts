import { declareOperator } from '../declare.js';
import { multipleOfSignatures } from '../semantics/multiple-of-signatures.js';

export const isMultipleOf = declareOperator({
  name: 'is_multiple_of',
  form: 'x is multiple of n',
  signatures: multipleOfSignatures('is_multiple_of', true),
  cost: 'c0',
  documentation: 'Nothing is left when the number, or the amount in its own currency, is divided.',
  examples: [
    { text: '5_000 USD is multiple of 1_000', result: 'true' },
    { text: '5 is multiple of 0', result: 'unknown (out_of_domain)' },
  ],
});
