import { declareOperator } from '../declare.js';
import { beforeSignatures } from '../semantics/before-signatures.js';

export const after = declareOperator({
  name: 'after',
  form: 'a is after b',
  signatures: beforeSignatures('after', 1, true),
  cost: 'c0',
  documentation: 'The first time is later. A day against an instant: the local day of the instant counts.',
  examples: [
    { text: '2026-01-03 is after 2026-01-02', result: 'true' },
    { text: '2026-01-02T15:00:00Z is after 2026-01-02', result: 'false' },
  ],
});
