import { declareOperator } from '../declare.js';
import { subtractSignatures } from '../semantics/arithmetic.js';

export const subtract = declareOperator({
  name: 'subtract',
  form: 'a - b',
  signatures: subtractSignatures,
  documentation: 'The difference. Two times differ by a fixed duration.',
  examples: [
    { text: '5 USD - 2 USD', result: '3 USD' },
    { text: '2026-03-01 - 2026-02-01', result: '28d' },
  ],
});
