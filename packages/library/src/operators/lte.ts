import { declareOperator } from '../declare.js';
import { orderedSignatures } from '../semantics/ordered-signatures.js';

export const lte = declareOperator({
  name: 'lte',
  form: 'a <= b',
  signatures: orderedSignatures('lte', (order) => order <= 0),
  documentation: 'The first value is smaller, earlier or equal.',
  examples: [
    { text: '3 <= 3', result: 'true' },
    { text: '5 USD <= 4 USD', result: 'false' },
  ],
});
