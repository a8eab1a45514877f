import type { Money } from '@tamis/stdx';
import { declareFunction, signature, numberType } from '../declare.js';

export const amountOf = declareFunction({
  name: 'amountOf',
  form: 'amountOf(m)',
  signatures: [
    signature('amountOf', ['money'], { result: () => numberType, evaluate: ([value]) => (value as Money).amount }),
  ],
  documentation: 'The bare amount, in its own currency.',
  examples: [
    { text: 'amountOf(12.50 USD)', result: '12.5' },
    { text: 'amountOf(3 USD) + 1', result: '4' },
  ],
});
