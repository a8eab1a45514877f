import { declareOperator } from '../declare.js';
import { patternSignatures } from '../semantics/pattern-signatures.js';

export const matches = declareOperator({
  name: 'matches',
  form: 's matches p',
  signatures: patternSignatures('matches', true),
  cost: 'c1',
  documentation:
    'The pattern is found somewhere in the text; `^` and `$` stand for its ends. Patterns are RE2: no look-around, no back-references, and never slow. Case counts unless the field ignores it.',
  examples: [
    { text: '"AB-123456" matches "[0-9]{6}$"', result: 'true' },
    { text: '"AB-12345" matches "[0-9]{6}"', result: 'false' },
  ],
});
