import * as cnpj from 'stdnum/lib/cjs/br/cnpj.js';
import * as cpf from 'stdnum/lib/cjs/br/cpf.js';
import type { TaxIdKind } from '../tax-id-kind.js';
import { wrapValidator } from '../wrap-validator.js';

export const brazil: readonly TaxIdKind[] = [wrapValidator('cpf', cpf.validate), wrapValidator('cnpj', cnpj.validate)];
