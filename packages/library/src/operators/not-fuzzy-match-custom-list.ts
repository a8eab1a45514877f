import { declareOperator } from '../declare.js';
import { fuzzyAnySignatures } from '../semantics/fuzzy-signatures.js';

export const notFuzzyMatchCustomList = declareOperator({
  name: 'not_fuzzy_match_custom_list',
  form: 'a is not similar to any in l at p using g',
  signatures: fuzzyAnySignatures('not_fuzzy_match_custom_list', false),
  cost: 'c5',
  documentation: 'The name is similar to none of the texts, or to no value of the data list.',
  examples: [
    { text: '"Jon Smith" is not similar to any in ["Maria Souza"]', result: 'true' },
    { text: '"Jon Smith" is not similar to any in ["John Smith"]', result: 'false' },
  ],
});
