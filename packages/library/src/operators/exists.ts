import { declareOperator } from '../declare.js';
import { missingSignatures } from '../semantics/presence-signatures.js';

export const exists = declareOperator({
  name: 'exists',
  form: 'x is present',
  signatures: missingSignatures('exists', false),
  missing: { says: 'never unknown for a field; unknown when computing the value failed' },
  cost: 'c0',
  documentation: 'There is a value. A value of the wrong type is present.',
  examples: [
    { text: 'origin.taxId is present', result: 'true', given: { 'origin.taxId': '' } },
    { text: 'origin.taxId is present', result: 'false', given: {} },
  ],
});
