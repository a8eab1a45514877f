import { declareFunction } from '../declare.js';
import { extremeSignature } from '../semantics/extreme-signature.js';

export const least = declareFunction({
  name: 'least',
  form: 'least(a, b, …)',
  signatures: [extremeSignature('least', -1)],
  documentation: 'The smallest of 2 to 16 values.',
  examples: [
    { text: 'least(3, 1, 2)', result: '1' },
    { text: 'least(90s, 1m)', result: '1m' },
  ],
});
