import { isValidClabe as checkClabe } from '@tamis/screening/tax-ids';
import { boolType, declareFunction, signature } from '../declare.js';

export const isValidClabe = declareFunction({
  name: 'isValidClabe',
  form: 'isValidClabe(s)',
  signatures: [
    signature('isValidClabe', ['text'], { result: () => boolType, evaluate: ([text]) => checkClabe(text as string) }),
  ],
  cost: 'c1',
  documentation:
    'The text is an account number of Mexico (CLABE) with a known place and a right check digit. Punctuation does not matter.',
  examples: [
    { text: 'isValidClabe("032180000118359719")', result: 'true' },
    { text: 'isValidClabe("002010077777777779")', result: 'false' },
  ],
});
