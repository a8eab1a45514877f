import { declareOperator } from '../declare.js';
import { textSearchSignatures } from '../semantics/text-search-signatures.js';

export const notEndsWith = declareOperator({
  name: 'not_ends_with',
  form: 's not ends with t',
  signatures: textSearchSignatures('not_ends_with', false, (text, part) => text.endsWith(part)),
  cost: 'c1',
  documentation: 'The text does not end with the other text.',
  examples: [
    { text: '"a@b.example" not ends with ".org"', result: 'true' },
    { text: '"a@b.example" not ends with ".example"', result: 'false' },
  ],
});
