import * as cnpj from 'stdnum/lib/cjs/br/cnpj.js';
import * as cpf from 'stdnum/lib/cjs/br/cpf.js';
import type { TaxIdKind } from '../tax-id-kind.js';
import { wrapValidator } from '../wrap-validator.js';

/** One digit all through has the right check digits and is nobody's: forms are filled in with it. */
const notOneDigitOnly = /^(?!\W*(\d)(?:\W*\1)+\W*$)/;

export const brazil: readonly TaxIdKind[] = [
  wrapValidator('cpf', cpf.validate, { form: notOneDigitOnly }),
  wrapValidator('cnpj', cnpj.validate, { form: notOneDigitOnly }),
];
