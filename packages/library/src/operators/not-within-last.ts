import { declareOperator } from '../declare.js';
import { withinLastSignatures } from '../semantics/within-last-signatures.js';

export const notWithinLast = declareOperator({
  name: 'not_within_last',
  form: 't is not within last D',
  signatures: withinLastSignatures('not_within_last', false),
  cost: 'c0',
  documentation: 'The time is in the future, or at least the duration ago.',
  examples: [
    { text: '(now + 1h) is not within last 24h', result: 'true' },
    { text: '(now - 1mo) is not within last 2mo', result: 'false' },
  ],
});
