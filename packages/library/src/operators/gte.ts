import { declareOperator } from '../declare.js';
import { orderedSignatures } from '../semantics/ordered-signatures.js';

export const gte = declareOperator({
  name: 'gte',
  form: 'a >= b',
  signatures: orderedSignatures('gte', (order) => order >= 0),
  documentation: 'The first value is greater, later or equal.',
  examples: [
    { text: '0.1 + 0.2 >= 0.3', result: 'true' },
    { text: '500 km >= 300 mi', result: 'true' },
  ],
});
