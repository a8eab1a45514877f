import { csText, declareFunction } from '../declare.js';
import { textFunction } from '../semantics/text-function.js';

export const upper = declareFunction({
  name: 'upper',
  form: 'upper(s)',
  signatures: [textFunction('upper', csText, (text) => text.toUpperCase().normalize('NFC'))],
  cost: 'c1',
  documentation: 'The text in upper case.',
  examples: [
    { text: 'upper("straße")', result: '"STRASSE"' },
    { text: 'upper("são")', result: '"SÃO"' },
  ],
});
