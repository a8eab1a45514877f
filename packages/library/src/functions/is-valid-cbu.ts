import { isValidCbu as checkCbu } from '@tamis/screening/tax-ids';
import { boolType, declareFunction, signature } from '../declare.js';

export const isValidCbu = declareFunction({
  name: 'isValidCbu',
  form: 'isValidCbu(s)',
  signatures: [
    signature('isValidCbu', ['text'], { result: () => boolType, evaluate: ([text]) => checkCbu(text as string) }),
  ],
  cost: 'c1',
  documentation:
    'The text is an account number of Argentina (CBU or CVU) with right check digits. Punctuation does not matter.',
  examples: [
    { text: 'isValidCbu("28505909 40090418135201")', result: 'true' },
    { text: 'isValidCbu("0720429088000002339141")', result: 'false' },
  ],
});
