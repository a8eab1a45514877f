import * as ein from 'stdnum/lib/cjs/us/ein.js';
import * as ssn from 'stdnum/lib/cjs/us/ssn.js';
import type { TaxIdKind, TaxIdKindName } from '../tax-id-kind.js';
import { normalizeInput, wrapValidator } from '../wrap-validator.js';

/** All digits together, or in the groups of a social security card. */
const personForm = /^(\d{9}|\d{3}-\d{2}-\d{4}|\d{3} \d{2} \d{4})$/;
const companyForm = /^(\d{9}|\d{2}-\d{7}|\d{2} \d{7})$/;

/** Numbers from 900 on that the tax office gives to those who cannot have a social security number; the middle group tells them. */
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

/** Nine bare digits are read as a person's number before a company's. */
export const unitedStates: readonly TaxIdKind[] = [
  wrapValidator('ssn', ssn.validate, { form: personForm }),
  byMiddleGroup('itin', isItinGroup),
  byMiddleGroup('atin', (group) => group === 93),
  wrapValidator('ein', ein.validate, { form: companyForm }),
];
