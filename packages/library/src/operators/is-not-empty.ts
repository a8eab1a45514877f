import { declareOperator } from '../declare.js';
import { emptySignatures } from '../semantics/presence-signatures.js';

export const isNotEmpty = declareOperator({
  name: 'is_not_empty',
  form: 'x is not empty',
  signatures: emptySignatures('is_not_empty', false),
  missing: { says: 'missing is empty' },
  cost: 'c0',
  documentation: 'There is a value, and it is not an empty text, list or object.',
  examples: [
    { text: 'origin.name is not empty', result: 'true', given: { 'origin.name': 'Ana' } },
    { text: 'origin.name is not empty', result: 'false', given: { 'origin.name': '' } },
  ],
});
