import { declareOperator } from '../declare.js';
import { betweenSignatures } from '../semantics/between-signatures.js';

export const between = declareOperator({
  name: 'between',
  form: 'x between a and b',
  signatures: betweenSignatures('between', true),
  cost: 'c0',
  documentation: 'The value lies in the range, both ends included. A range whose ends are exchanged holds nothing.',
  examples: [
    { text: '5 between 1 and 5', result: 'true' },
    { text: 'origin.riskScore between 1 and 5', result: 'false', given: { 'origin.riskScore': 6 } },
  ],
});
