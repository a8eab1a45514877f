import * as ein from 'stdnum/lib/cjs/us/ein.js';
import * as ssn from 'stdnum/lib/cjs/us/ssn.js';
import type { TaxIdKind, TaxIdKindName } from './tax-id-kind.js';
import { rfc } from './rfc.js';
import { normalizeInput, wrapValidator } from './wrap-validator.js';
import * as curp from 'stdnum/lib/cjs/mx/curp.js';
import * as nit from 'stdnum/lib/cjs/co/nit.js';
import * as rut from 'stdnum/lib/cjs/cl/rut.js';
import * as cnpj from 'stdnum/lib/cjs/br/cnpj.js';
import * as cpf from 'stdnum/lib/cjs/br/cpf.js';
import * as cuit from 'stdnum/lib/cjs/ar/cuit.js';

export const argentina: readonly TaxIdKind[] = [wrapValidator('cuit', cuit.validate)];

/** A number that repeats a single digit has correct check digits but belongs to nobody: people fill in forms with it. */
const notOneDigitOnly = /^(?!\W*(\d)(?:\W*\1)+\W*$)/;

export const brazil: readonly TaxIdKind[] = [
  wrapValidator('cpf', cpf.validate, { form: notOneDigitOnly }),
  wrapValidator('cnpj', cnpj.validate, { form: notOneDigitOnly }),
];

export const chile: readonly TaxIdKind[] = [wrapValidator('rut', rut.validate)];

export const colombia: readonly TaxIdKind[] = [wrapValidator('nit', nit.validate)];

export const mexico: readonly TaxIdKind[] = [rfc, wrapValidator('curp', curp.validate)];

/** All digits together, or in the groups of a social security card. */
const personForm = /^(\d{9}|\d{3}[\p{P}\p{Z}]\d{2}[\p{P}\p{Z}]\d{4})$/u;
const companyForm = /^(\d{9}|\d{2}[\p{P}\p{Z}]\d{7})$/u;

/**
 * Numbers from 900 on, which the tax office assigns to those who cannot have a social security number. The middle group distinguishes their
 * kinds.
 */
const byMiddleGroup = (name: TaxIdKindName, groups: (group: number) => boolean): TaxIdKind => ({
  name,
  recognize: (text) => {
    const input = normalizeInput(text);
    if (input === null || !personForm.test(input)) return null;
    const compact = input.replace(/\D/g, '');
    return compact.startsWith('9') && groups(Number(compact.slice(3, 5)))
      ? { kind: name, compact, doubtfulCheckDigit: false }
      : null;
  },
});

const isItinGroup = (group: number): boolean =>
  (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group !== 93);

/** Nine digits without punctuation are read as a person's number before a company's. */
export const unitedStates: readonly TaxIdKind[] = [
  wrapValidator('ssn', ssn.validate, { form: personForm }),
  byMiddleGroup('itin', isItinGroup),
  byMiddleGroup('atin', (group) => group === 93),
  wrapValidator('ein', ein.validate, { form: companyForm }),
];
