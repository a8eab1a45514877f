import { declareFunction, signature, csText } from '../declare.js';

export const trim = declareFunction({
  name: 'trim',
  form: 'trim(s)',
  signatures: [
    signature('trim', ['text'], {
      result: () => csText,
      evaluate: ([value]) => (value as string).trim().normalize('NFC'),
    }),
  ],
  cost: 'c1',
  documentation: 'The text without white space at its ends.',
  examples: [
    { text: 'trim(" a b ")', result: '"a b"' },
    { text: 'trim("a")', result: '"a"' },
  ],
});
