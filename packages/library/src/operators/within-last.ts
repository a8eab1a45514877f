import { declareOperator } from '../declare.js';
import { withinLastSignatures } from '../semantics/within-last-signatures.js';

export const withinLast = declareOperator({
  name: 'within_last',
  form: 't is within last D',
  signatures: withinLastSignatures('within_last', true),
  cost: 'c0',
  documentation: 'The time is not in the future and less than the duration ago.',
  examples: [
    { text: 'now is within last 1h', result: 'true' },
    { text: '(now - 1h) is within last 1h', result: 'false' },
  ],
});
