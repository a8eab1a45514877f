import * as rut from 'stdnum/lib/cjs/cl/rut.js';
import type { TaxIdKind } from '../tax-id-kind.js';
import { wrapValidator } from '../wrap-validator.js';

export const chile: readonly TaxIdKind[] = [
  // Thousands are written with dots.
  wrapValidator('rut', (text) => rut.validate(text.replaceAll('.', ''))),
];
