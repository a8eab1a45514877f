import { declareOperator } from '../declare.js';
import { fuzzyAnySignatures } from '../semantics/fuzzy-signatures.js';

export const fuzzyMatchCustomList = declareOperator({
  name: 'fuzzy_match_custom_list',
  form: 'a is similar to any in l at p using g',
  signatures: fuzzyAnySignatures('fuzzy_match_custom_list', true),
  cost: 'c5',
  documentation:
    'The name is similar to one of the texts, or to a value of the data list. Messages show the best one as `match.value` and `match.score`.',
  examples: [
    { text: '"Jon Smith" is similar to any in ["John Smith", "Jane Doe"]', result: 'true' },
    { text: '"Jon Smith" is similar to any in ["Maria Souza"]', result: 'false' },
  ],
});
