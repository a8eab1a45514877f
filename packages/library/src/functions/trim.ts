import { csText, declareFunction } from '../declare.js';
import { textFunction } from '../semantics/text-function.js';

export const trim = declareFunction({
  name: 'trim',
  form: 'trim(s)',
  signatures: [textFunction('trim', csText, (text) => text.trim().normalize('NFC'))],
  cost: 'c1',
  documentation: 'The text without white space at its ends.',
  examples: [
    { text: 'trim(" a b ")', result: '"a b"' },
    { text: 'trim("a")', result: '"a"' },
  ],
});
