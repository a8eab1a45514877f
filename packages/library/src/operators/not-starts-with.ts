import { declareOperator } from '../declare.js';
import { textSearchSignatures } from '../semantics/text-search-signatures.js';

export const notStartsWith = declareOperator({
  name: 'not_starts_with',
  form: 's not starts with t',
  signatures: textSearchSignatures('not_starts_with', false, (text, part) => text.startsWith(part)),
  cost: 'c1',
  documentation: 'The text does not begin with the other text.',
  examples: [
    { text: '"+5411" not starts with "+55"', result: 'true' },
    { text: '"+5511" not starts with "+55"', result: 'false' },
  ],
});
