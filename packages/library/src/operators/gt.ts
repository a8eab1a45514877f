import { declareOperator } from '../declare.js';
import { orderedSignatures } from '../semantics/ordered-signatures.js';

export const gt = declareOperator({
  name: 'gt',
  form: 'a > b',
  signatures: orderedSignatures('gt', (order) => order > 0),
  documentation: 'The first value is greater, or later.',
  examples: [
    { text: '3 > 3', result: 'false' },
    { text: '2h > 90m', result: 'true' },
  ],
});
