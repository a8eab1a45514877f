import { declareOperator } from '../declare.js';
import { membershipSignatures } from '../semantics/membership-signatures.js';

export const inList = declareOperator({
  name: 'in',
  form: 'x in [a, b]',
  signatures: membershipSignatures('in', true),
  cost: 'c1',
  documentation: 'The value equals one of the elements. An element that is unknown makes a non-match unknown.',
  examples: [
    { text: '3 in [1, 2, 3]', result: 'true' },
    { text: 'origin.countryCode in ["BR", "AR"]', result: 'true', given: { 'origin.countryCode': 'br' } },
  ],
});
