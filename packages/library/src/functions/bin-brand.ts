import { ciText, declareFunction, signature } from '../declare.js';
import { cardRangeFact } from '../semantics/card-range-fact.js';

export const binBrand = declareFunction({
  name: 'binBrand',
  form: 'binBrand(s)',
  signatures: [
    signature('binBrand', ['text'], {
      result: () => ciText,
      evaluate: ([text], _types, environment) => cardRangeFact(environment, 'binBrand', text as string),
    }),
  ],
  cost: 'c2',
  documentation: 'The brand of a card, by reference data on its first six or eight digits; case does not count.',
  examples: [
    {
      text: 'binBrand("63627799") = "ELO"',
      result: 'true',
      data: { reference: { binBrand: { '63627799': 'elo' } } },
    },
    { text: 'binBrand("411111")', result: 'unknown (source_unavailable)' },
    { text: 'binBrand("")', result: 'unknown (not_in_data)' },
  ],
});
