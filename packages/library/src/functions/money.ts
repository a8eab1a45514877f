import { money as moneyOf, type Numeric } from '@tamis/stdx';
import { declareFunction, signature, moneyType } from '../declare.js';

export const money = declareFunction({
  name: 'money',
  form: 'money(n, currency)',
  signatures: [
    signature('money', ['number', 'currency'], {
      result: () => moneyType,
      evaluate: ([amount, currency]) => moneyOf(amount as Numeric, currency as string),
    }),
  ],
  documentation: 'An amount of money from a number and a currency.',
  examples: [
    { text: 'money(5, "USD") = 5 USD', result: 'true' },
    { text: 'amountOf(money(2.5, "BRL"))', result: '2.5' },
  ],
});
