import * as cuit from 'stdnum/lib/cjs/ar/cuit.js';
import type { TaxIdKind } from '../tax-id-kind.js';
import { wrapValidator } from '../wrap-validator.js';

export const argentina: readonly TaxIdKind[] = [wrapValidator('cuit', cuit.validate)];
