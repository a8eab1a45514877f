import { declareOperator } from '../declare.js';
import { patternSignatures } from '../semantics/pattern-signatures.js';

export const notMatches = declareOperator({
  name: 'not_matches',
  form: 's not matches p',
  signatures: patternSignatures('not_matches', false),
  cost: 'c1',
  documentation: 'The pattern is found nowhere in the text.',
  examples: [
    { text: '"AB-12345" not matches "[0-9]{6}"', result: 'true' },
    { text: '"x" not matches "^x$"', result: 'false' },
  ],
});
