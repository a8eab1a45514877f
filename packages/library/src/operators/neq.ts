import { declareOperator } from '../declare.js';
import { equalitySignatures } from '../semantics/equality-signatures.js';

export const neq = declareOperator({
  name: 'neq',
  form: 'a != b',
  signatures: equalitySignatures('neq', false),
  documentation: 'The two values differ. Unknown when one is missing: a missing value is not a different one.',
  examples: [
    { text: '2 != 3', result: 'true' },
    { text: 'origin.countryCode != "BR"', result: 'unknown (missing)', given: {} },
  ],
});
