import * as names from 'stdnum/lib/cjs/mx/rfc.js';
import { weightedSum } from 'stdnum/lib/cjs/util/index.js';

import type { TaxIdKind } from './tax-id-kind.js';
import { normalizeInput, withoutPunctuation } from './wrap-validator.js';

/** Given out by the tax office to everybody who buys without an RFC, and to foreigners: they name nobody. */
const sharedNumbers: ReadonlySet<string> = new Set(['XAXX010101000', 'XEXX010101000']);

/** What is written where there is no number. */
const onlyZeros = /^0+$/;

/** Whether this number, without punctuation, names nobody: many have it, or it stands for none. */
export const isSharedTaxId = (compact: string): boolean => sharedNumbers.has(compact) || onlyZeros.test(compact);

/** Letters of the name, a day, two characters that tell equal ones apart, a check digit. The tax office's own schema says so. */
const form = /^(?<head>[A-ZÑ&]{3,4}\d{6})(?:[A-Z0-9]{2}[0-9A])?$/;
const personHead = 10;

/** Letters as the check digit counts them, and as it did in former times. */
const alphabets = ['0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ '];
const weights = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

function checkDigit(front: string, alphabet: string): string {
  const sum = weightedSum(front.padStart(weights.length, ' '), { alphabet, weights, modulus: 11, reverse: true });
  return '0A987654321'.charAt(sum);
}

/**
 * A number of Mexico's tax register. Three of four that were found in public papers and whose last character was typed by hand fail
 * the check, and tax offices take them: a wrong check digit is a doubt.
 */
export const rfc: TaxIdKind = {
  name: 'rfc',
  recognize: (text) => {
    const input = normalizeInput(text);
    if (input === null) return null;
    const compact = withoutPunctuation(input);
    const head = form.exec(compact)?.groups?.['head'];
    // That of a company has three letters; with one before them, day and letters are judged as a person's.
    if (head === undefined || !names.validate(head.padStart(personHead, 'X')).isValid) return null;
    const isWhole = compact.length > personHead;
    if (head.length < personHead && !isWhole) return null;
    const isRight = alphabets.some((alphabet) => checkDigit(compact.slice(0, -1), alphabet) === compact.at(-1));
    return { kind: 'rfc', compact, doubtfulCheckDigit: isWhole && !isRight && !isSharedTaxId(compact) };
  },
};
