import { weightedCheckDigit } from './weighted-check-digit.js';

const form = /^\d{22}$/;

/** Weights of bank and branch, and of the account; both read from the left here. */
const branchWeights = [7, 1, 3, 9, 7, 1, 3] as const;
const accountWeights = [3, 9, 7, 1] as const;

/** An account number of Argentina (CBU or CVU): 22 digits, of which the eighth and the last check those before. */
export function isValidCbu(text: string): boolean {
  if (text.length > 64) return false;
  const digits = text.replace(/[\s-]/g, '');
  return (
    form.test(digits) &&
    weightedCheckDigit(digits.slice(0, 7), branchWeights) === digits[7] &&
    weightedCheckDigit(digits.slice(8, 21), accountWeights) === digits[21]
  );
}
