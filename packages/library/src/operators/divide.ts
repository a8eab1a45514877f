import { declareOperator } from '../declare.js';
import { divideSignatures } from '../semantics/arithmetic.js';

export const divide = declareOperator({
  name: 'divide',
  form: 'a / b',
  signatures: divideSignatures,
  documentation: 'The quotient, rounded half-even at 34 digits. Unknown for a zero divisor.',
  examples: [
    { text: '1 / 4', result: '0.25' },
    { text: '1 / 0', result: 'unknown (division_by_zero)' },
    { text: '10 USD / 4 USD', result: '2.5' },
  ],
});
