import { csText, declareFunction } from '../declare.js';
import { textFunction } from '../semantics/text-function.js';

export const lower = declareFunction({
  name: 'lower',
  form: 'lower(s)',
  signatures: [textFunction('lower', csText, (text) => text.toLowerCase().normalize('NFC'))],
  cost: 'c1',
  documentation: 'The text in lower case.',
  examples: [
    { text: 'lower("ÀB")', result: '"àb"' },
    { text: 'lower("İ") = lower("i")', result: 'false' },
  ],
});
