import { declareFunction, signature, textType } from '../declare.js';
import { onlyDigits } from '../semantics/only-digits.js';

export const digits = declareFunction({
  name: 'digits',
  form: 'digits(s)',
  signatures: [
    signature('digits', ['text'], {
      result: () => textType,
      evaluate: ([text]) => onlyDigits(text as string),
    }),
  ],
  cost: 'c1',
  documentation: 'The digits 0 to 9 of a text, in their order.',
  examples: [
    { text: 'digits("+55 (11) 99999-0000")', result: '"5511999990000"' },
    { text: 'digits("none")', result: '""' },
  ],
});
