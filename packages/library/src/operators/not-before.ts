import { declareOperator } from '../declare.js';
import { beforeSignatures } from '../semantics/before-signatures.js';

export const notBefore = declareOperator({
  name: 'not_before',
  form: 'a is not before b',
  signatures: beforeSignatures('not_before', -1, false),
  cost: 'c0',
  documentation: 'The first time is the same or later.',
  examples: [
    { text: '2026-01-01 is not before 2026-01-01', result: 'true' },
    { text: '2026-01-01 is not before 2026-01-02', result: 'false' },
  ],
});
