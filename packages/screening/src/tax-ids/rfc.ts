import * as names from 'stdnum/lib/cjs/mx/rfc.js';
import { weightedSum } from 'stdnum/lib/cjs/util/index.js';

import type { TaxIdKind } from './tax-id-kind.js';
import { normalizeInput, withoutPunctuation } from './wrap-validator.js';

/** Assigned by the tax office to all buyers without an RFC, and to foreigners: they do not identify anybody. */
const sharedNumbers: ReadonlySet<string> = new Set(['XAXX010101000', 'XEXX010101000']);

/** What people enter if there is no number. */
const onlyZeros = /^0+$/;

/** Returns whether this number, without punctuation, identifies nobody: many share it, or it stands for a missing number. */
export const isSharedTaxId = (compact: string): boolean => sharedNumbers.has(compact) || onlyZeros.test(compact);

/** Letters of the name, a date, two characters that distinguish equal ones, and a check digit, as in the tax office's own schema. */
const form = /^(?<head>[A-ZÑ&]{3,4}\d{6})(?:[A-Z0-9]{2}[0-9A])?$/;
const personHead = 10;

/** Characters in the order that the check digit uses, and in the order it used formerly. */
const alphabets = ['0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ '];
const weights = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

function checkDigit(front: string, alphabet: string): string {
  const sum = weightedSum(front.padStart(weights.length, ' '), { alphabet, weights, modulus: 11, reverse: true });
  return '0A987654321'.charAt(sum);
}

/**
 * A number of Mexico's tax register. Three of four numbers found in public documents whose last character was typed by hand fail the check,
 * and tax offices accept them. A wrong check digit is therefore only a doubt.
 */
export const rfc: TaxIdKind = {
  name: 'rfc',
  recognize: (text) => {
    const input = normalizeInput(text);
    if (input === null) return null;
    const compact = withoutPunctuation(input);
    const head = form.exec(compact)?.groups?.['head'];
    // A company's number has three letters. Padded to four, its date and letters are validated like a person's.
    if (head === undefined || !names.validate(head.padStart(personHead, 'X')).isValid) return null;
    const isWhole = compact.length > personHead;
    if (head.length < personHead && !isWhole) return null;
    const isRight = alphabets.some((alphabet) => checkDigit(compact.slice(0, -1), alphabet) === compact.at(-1));
    return { kind: 'rfc', compact, doubtfulCheckDigit: isWhole && !isRight && !isSharedTaxId(compact) };
  },
};
