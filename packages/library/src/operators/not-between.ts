import { declareOperator } from '../declare.js';
import { betweenSignatures } from '../semantics/between-signatures.js';

export const notBetween = declareOperator({
  name: 'not_between',
  form: 'x not between a and b',
  signatures: betweenSignatures('not_between', false),
  cost: 'c0',
  documentation: 'The value lies outside the range.',
  examples: [
    { text: '6 not between 1 and 5', result: 'true' },
    { text: '5 not between 1 and 5', result: 'false' },
  ],
});
