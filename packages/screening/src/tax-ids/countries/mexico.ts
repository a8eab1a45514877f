import * as curp from 'stdnum/lib/cjs/mx/curp.js';
import * as rfc from 'stdnum/lib/cjs/mx/rfc.js';
import type { TaxIdKind } from '../tax-id-kind.js';
import { wrapValidator } from '../wrap-validator.js';

/** Homoclave and check digit are there: only then is there a digit that can be wrong. */
const hasCheckDigit = (compact: string): boolean => compact.length === 12 || compact.length === 13;

export const mexico: readonly TaxIdKind[] = [
  // Three of four RFCs found in public papers whose last character was typed by hand fail the check, and tax offices take them.
  wrapValidator('rfc', rfc.validate, { checkDigitOnlyDoubted: hasCheckDigit }),
  wrapValidator('curp', curp.validate),
];
