import { cities } from 'stdnum/lib/cjs/mx/banks.js';
import { weightedCheckDigit } from './weighted-check-digit.js';

const form = /^\d{18}$/;
const places: Readonly<Record<string, unknown>> = cities;

/**
 * An account number of Mexico: bank, place, account, check digit. The place must be known. The bank need not be: new ones are
 * admitted every year, and refusing their customers would be worse than taking a code that nobody has.
 */
export function isValidClabe(text: string): boolean {
  if (text.length > 64) return false;
  const digits = text.replace(/[\s-]/g, '');
  return (
    form.test(digits) &&
    !digits.startsWith('000') &&
    places[String(Number(digits.slice(3, 6)))] !== undefined &&
    weightedCheckDigit(digits.slice(0, 17), [3, 7, 1]) === digits[17]
  );
}
