import { declareOperator } from '../declare.js';
import { textSearchSignatures } from '../semantics/text-search-signatures.js';

export const endsWith = declareOperator({
  name: 'ends_with',
  form: 's ends with t',
  signatures: textSearchSignatures('ends_with', true, (text, part) => text.endsWith(part)),
  cost: 'c1',
  documentation: 'The text ends with the other text.',
  examples: [
    { text: '"a@b.example" ends with ".example"', result: 'true' },
    { text: '"a@b.example" ends with ".org"', result: 'false' },
  ],
});
