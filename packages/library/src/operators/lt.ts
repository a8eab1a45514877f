import { declareOperator } from '../declare.js';
import { orderedSignatures } from '../semantics/ordered-signatures.js';

export const lt = declareOperator({
  name: 'lt',
  form: 'a < b',
  signatures: orderedSignatures('lt', (order) => order < 0),
  documentation: 'The first value is smaller, or earlier.',
  examples: [
    { text: '2 < 3', result: 'true' },
    { text: '2026-01-02 < 2026-01-01', result: 'false' },
  ],
});
