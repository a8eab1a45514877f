import type { Money } from '@tamis/stdx';
import { declareFunction, signature } from '../declare.js';

export const currencyOf = declareFunction({
  name: 'currencyOf',
  form: 'currencyOf(m)',
  signatures: [
    signature('currencyOf', ['money'], {
      result: () => ({ kind: 'currency' }),
      evaluate: ([value]) => (value as Money).currency,
    }),
  ],
  documentation: 'The currency.',
  examples: [
    { text: 'currencyOf(12.50 USD) = "USD"', result: 'true' },
    { text: 'currencyOf(3 EUR) in ["USD", "BRL"]', result: 'false' },
  ],
});
