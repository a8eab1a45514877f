import { declareFunction, signature, csText } from '../declare.js';

export const lower = declareFunction({
  name: 'lower',
  form: 'lower(s)',
  signatures: [
    signature('lower', ['text'], {
      result: () => csText,
      evaluate: ([value]) => (value as string).toLowerCase().normalize('NFC'),
    }),
  ],
  cost: 'c1',
  documentation: 'The text in small letters.',
  examples: [
    { text: 'lower("ÀB")', result: '"àb"' },
    { text: 'lower("İ") = lower("i")', result: 'false' },
  ],
});
