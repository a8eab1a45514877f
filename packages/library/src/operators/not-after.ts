import { declareOperator } from '../declare.js';
import { beforeSignatures } from '../semantics/before-signatures.js';

export const notAfter = declareOperator({
  name: 'not_after',
  form: 'a is not after b',
  signatures: beforeSignatures('not_after', 1, false),
  cost: 'c0',
  documentation: 'The first time is the same or earlier.',
  examples: [
    { text: '2026-01-02 is not after 2026-01-02', result: 'true' },
    { text: '2026-01-03 is not after 2026-01-02', result: 'false' },
  ],
});
