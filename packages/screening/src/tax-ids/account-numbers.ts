import { cities } from 'stdnum/lib/cjs/mx/banks.js';

import { withoutPunctuation } from './wrap-validator.js';

/** Returns the digit that makes the weighted sum including the preceding digits a multiple of ten. Weights repeat, from the left. */
function weightedCheckDigit(digits: string, weights: readonly number[]): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1)
    sum += (Number(digits[index]) * (weights[index % weights.length] ?? 0)) % 10;
  return String((10 - (sum % 10)) % 10);
}

const cbuForm = /^\d{22}$/;

/** Weights for bank and branch, and for the account; both apply from the left here. */
const branchWeights = [7, 1, 3, 9, 7, 1, 3] as const;
const accountWeights = [3, 9, 7, 1] as const;

/**
 * Checks an account number of Argentina (CBU or CVU): 22 digits, of which the eighth and the last are check digits of those before them.
 */
export function isValidCbu(text: string): boolean {
  if (text.length > 64) return false;
  const digits = withoutPunctuation(text);
  return (
    cbuForm.test(digits) &&
    weightedCheckDigit(digits.slice(0, 7), branchWeights) === digits[7] &&
    weightedCheckDigit(digits.slice(8, 21), accountWeights) === digits[21]
  );
}
const clabeForm = /^\d{18}$/;
const places: Readonly<Record<string, unknown>> = cities;

/**
 * Checks an account number of Mexico: bank, city, account, check digit. The city must be known. The bank need not be: new ones are admitted
 * every year, and rejecting their customers would be worse than accepting a code that no bank has.
 */
export function isValidClabe(text: string): boolean {
  if (text.length > 64) return false;
  const digits = withoutPunctuation(text);
  return (
    clabeForm.test(digits) &&
    !digits.startsWith('000') &&
    places[String(Number(digits.slice(3, 6)))] !== undefined &&
    weightedCheckDigit(digits.slice(0, 17), [3, 7, 1]) === digits[17]
  );
}
