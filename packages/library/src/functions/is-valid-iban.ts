import { isValidIBAN } from 'ibantools';
import { compactIban } from '../semantics/compact-iban.js';
import { boolType, declareFunction, signature } from '../declare.js';

export const isValidIban = declareFunction({
  name: 'isValidIban',
  form: 'isValidIban(s)',
  signatures: [
    signature('isValidIban', ['text'], {
      result: () => boolType,
      evaluate: ([text]) => isValidIBAN(compactIban(text as string)),
    }),
  ],
  cost: 'c1',
  documentation: 'The text is an IBAN: known country, right length and form, right check digits. Spaces do not matter.',
  examples: [
    { text: 'isValidIban("BR15 0000 0000 0000 1093 2840 814P 2")', result: 'true' },
    { text: 'isValidIban("DE89370400440532013001")', result: 'false' },
  ],
});
