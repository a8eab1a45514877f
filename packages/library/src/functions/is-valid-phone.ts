import { boolType, declareFunction, signature } from '../declare.js';
import { phoneNumber } from '../semantics/phone-number.js';

function isValid(text: string, country?: string): boolean {
  const number = phoneNumber(text, country);
  return number?.isValid() === true && (country === undefined || number.country === country);
}

export const isValidPhone = declareFunction({
  name: 'isValidPhone',
  form: 'isValidPhone(s, country?)',
  signatures: [
    signature('isValidPhone', ['text'], { result: () => boolType, evaluate: ([text]) => isValid(text as string) }),
    signature('isValidPhone', ['text', 'country'], {
      result: () => boolType,
      evaluate: ([text, country]) => isValid(text as string, (country as string).toUpperCase()),
    }),
  ],
  cost: 'c1',
  documentation:
    'The text is a phone number that can exist: an international one, or, with a country, one of that country with or without its code.',
  examples: [
    { text: 'isValidPhone("+55 11 99876-5432")', result: 'true' },
    { text: 'isValidPhone("(11) 99876-5432", "BR")', result: 'true' },
    { text: 'isValidPhone("(11) 99876-5432")', result: 'false' },
    { text: 'isValidPhone("+54 9 11 2345-6789", "BR")', result: 'false' },
  ],
});
