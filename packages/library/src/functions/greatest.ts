import { declareFunction } from '../declare.js';
import { extremeSignature } from '../semantics/extreme-signature.js';

export const greatest = declareFunction({
  name: 'greatest',
  form: 'greatest(a, b, …)',
  signatures: [extremeSignature('greatest', 1)],
  documentation: 'The greatest of 2 to 16 values.',
  examples: [
    { text: 'greatest(3 USD, 10 USD)', result: '10 USD' },
    { text: 'greatest(2026-01-01, 2026-02-01)', result: '2026-02-01' },
  ],
});
