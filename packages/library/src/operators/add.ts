import { declareOperator } from '../declare.js';
import { addSignatures } from '../semantics/arithmetic.js';

export const add = declareOperator({
  name: 'add',
  form: 'a + b',
  signatures: addSignatures,
  documentation:
    'The sum. Amounts add in one currency; days and instants move by a duration. A day and hours are an instant.',
  examples: [
    { text: '0.1 + 0.2', result: '0.3' },
    { text: '2026-01-31 + 1mo', result: '2026-02-28' },
    { text: '2026-01-31 + 36h = 2026-02-01T12:00:00Z', result: 'true' },
    { text: '1h + 30m', result: '90m' },
  ],
});
