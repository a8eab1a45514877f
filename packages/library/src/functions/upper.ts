import { declareFunction, signature, csText } from '../declare.js';

export const upper = declareFunction({
  name: 'upper',
  form: 'upper(s)',
  signatures: [
    signature('upper', ['text'], {
      result: () => csText,
      evaluate: ([value]) => (value as string).toUpperCase().normalize('NFC'),
    }),
  ],
  cost: 'c1',
  documentation: 'The text in capital letters.',
  examples: [
    { text: 'upper("straße")', result: '"STRASSE"' },
    { text: 'upper("são")', result: '"SÃO"' },
  ],
});
