import { declareOperator } from '../declare.js';
import { textSearchSignatures } from '../semantics/text-search-signatures.js';

export const startsWith = declareOperator({
  name: 'starts_with',
  form: 's starts with t',
  signatures: textSearchSignatures('starts_with', true, (text, part) => text.startsWith(part)),
  cost: 'c1',
  documentation: 'The text begins with the other text.',
  examples: [
    { text: '"+5511999" starts with "+55"', result: 'true' },
    { text: 'origin.name starts with "são"', result: 'true', given: { 'origin.name': 'SAO PAULO LTDA' } },
  ],
});
