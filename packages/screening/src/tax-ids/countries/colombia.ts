import * as nit from 'stdnum/lib/cjs/co/nit.js';
import type { TaxIdKind } from '../tax-id-kind.js';
import { wrapValidator } from '../wrap-validator.js';

export const colombia: readonly TaxIdKind[] = [wrapValidator('nit', nit.validate)];
