import { declareOperator } from '../declare.js';
import { missingSignatures } from '../semantics/presence-signatures.js';

export const notExists = declareOperator({
  name: 'not_exists',
  form: 'x is missing',
  signatures: missingSignatures('not_exists', true),
  missing: { says: 'never unknown for a field; unknown when computing the value failed' },
  cost: 'c0',
  documentation: 'There is no value: the field is absent or null.',
  examples: [
    { text: 'origin.taxId is missing', result: 'true', given: {} },
    { text: 'origin.taxId is missing', result: 'false', given: { 'origin.taxId': '7' } },
  ],
});
