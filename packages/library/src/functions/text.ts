import type { Outcome } from '@tamis/lang';
import { declareFunction, signature, textType } from '../declare.js';

export const text = declareFunction({
  name: 'text',
  form: 'text("…{x}…")',
  signatures: [
    // The holes are expressions of the rule. They are filled beforehand, like those of a message.
    signature('text', ['text'], { result: () => textType, evaluate: ([filled]) => filled as Outcome }),
  ],
  missing: { says: 'a part that is not known prints `(not known)`; unknown only when longer than 16,384 characters' },
  cost: 'c1',
  documentation: 'A text with values in it, written as in messages: `{amount}` stands for the value, `{{` for a brace.',
  examples: [
    { text: 'text("{1 + 1} payments")', result: '"2 payments"' },
    { text: 'text("by {origin.name}")', result: '"by Ana"', given: { 'origin.name': 'Ana' } },
    { text: 'text("by {origin.name}")', result: '"by (not known)"', given: {} },
  ],
});
