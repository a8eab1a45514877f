import { boolType, declareFunction, signature } from '../declare.js';
import { cryptoCurrencies } from '../enumerations/currencies.js';

const codes: ReadonlySet<string> = new Set(cryptoCurrencies);

export const isCrypto = declareFunction({
  name: 'isCrypto',
  form: 'isCrypto(c)',
  signatures: [
    signature('isCrypto', ['currency'], {
      result: () => boolType,
      evaluate: ([currency]) => codes.has(currency as string),
      specialize: () => (currency) => codes.has(currency as string),
    }),
  ],
  documentation: 'The currency is a crypto currency, not one of ISO 4217.',
  examples: [
    { text: 'isCrypto("BTC")', result: 'true' },
    { text: 'isCrypto(transaction.currency)', result: 'false', given: { 'transaction.currency': 'BRL' } },
  ],
});
