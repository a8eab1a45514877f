import { declareOperator } from '../declare.js';
import { equalitySignatures } from '../semantics/equality-signatures.js';

export const eq = declareOperator({
  name: 'eq',
  form: 'a = b',
  signatures: equalitySignatures('eq', true),
  documentation:
    'The two values are equal. Texts are compared by the collation of their fields, amounts in one currency.',
  examples: [
    { text: '"a" = "a"', result: 'true' },
    { text: '1.0 = 1', result: 'true' },
    {
      text: 'transaction.amount = 10 USD',
      result: 'true',
      given: { 'transaction.amount': '10.00', 'transaction.currency': 'USD' },
    },
  ],
});
