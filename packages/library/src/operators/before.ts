import { declareOperator } from '../declare.js';
import { beforeSignatures } from '../semantics/before-signatures.js';

export const before = declareOperator({
  name: 'before',
  form: 'a is before b',
  signatures: beforeSignatures('before', -1, true),
  cost: 'c0',
  documentation: 'The first time is earlier. A day against an instant: the local day of the instant counts.',
  examples: [
    { text: '2026-01-01 is before 2026-01-02', result: 'true' },
    { text: '2026-01-02T10:00:00Z is before 2026-01-02', result: 'false' },
  ],
});
