import { isUnknown } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';
import { cardRangeFact } from '../semantics/card-range-fact.js';

export const binCountry = declareFunction({
  name: 'binCountry',
  form: 'binCountry(s)',
  signatures: [
    signature('binCountry', ['text'], {
      result: () => ({ kind: 'country' }),
      evaluate: ([text], _types, environment) => {
        const country = cardRangeFact(environment, 'binCountry', text as string);
        return isUnknown(country) ? country : (country as string).toUpperCase();
      },
    }),
  ],
  cost: 'c2',
  documentation: 'The country of the bank that issued a card, by reference data on its first six or eight digits.',
  examples: [
    {
      text: 'binCountry("4111 1111 1111 1111") = "BR"',
      result: 'true',
      data: { reference: { binCountry: { '411111': 'BR' } } },
    },
    { text: 'binCountry("411111")', result: 'unknown (source_unavailable)' },
    { text: 'binCountry("4111")', result: 'unknown (not_in_data)' },
  ],
});
