import { declareOperator } from '../declare.js';
import { emptySignatures } from '../semantics/presence-signatures.js';

export const isEmpty = declareOperator({
  name: 'is_empty',
  form: 'x is empty',
  signatures: emptySignatures('is_empty', true),
  missing: { says: 'missing is empty' },
  cost: 'c0',
  documentation: 'Missing, or an empty text, list or object. Blank text is not empty.',
  examples: [
    { text: 'origin.taxId is empty', result: 'true', given: { 'origin.taxId': '' } },
    { text: '" " is empty', result: 'false' },
  ],
});
