import { declareOperator } from '../declare.js';
import { multiplySignatures } from '../semantics/arithmetic.js';

export const multiply = declareOperator({
  name: 'multiply',
  form: 'a * b',
  signatures: multiplySignatures,
  documentation: 'The product. Money, durations and distances take a number.',
  examples: [
    { text: '2 * 5 USD', result: '10 USD' },
    { text: '1.1 * 1.1', result: '1.21' },
  ],
});
