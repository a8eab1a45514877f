import { boolType, declareFunction, signature } from '../declare.js';
import { onlyDigits } from '../semantics/only-digits.js';

/** From the right, every second digit is doubled and the digits of the result are added. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const twice = digit * 2;
    sum += index % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice;
  }
  return digits.length > 1 && sum % 10 === 0;
}

export const luhn = declareFunction({
  name: 'luhn',
  form: 'luhn(s)',
  signatures: [
    signature('luhn', ['text'], {
      result: () => boolType,
      evaluate: ([text]) => passesLuhn(onlyDigits(text as string)),
    }),
  ],
  cost: 'c1',
  documentation: 'The digits of the text, as of a card number, pass the Luhn check. Fewer than two digits do not.',
  examples: [
    { text: 'luhn("4111 1111 1111 1111")', result: 'true' },
    { text: 'luhn("4111 1111 1111 1112")', result: 'false' },
    { text: 'luhn("none")', result: 'false' },
  ],
});
