import { declareOperator } from '../declare.js';
import { fuzzySignatures } from '../semantics/fuzzy-signatures.js';

export const notFuzzyMatch = declareOperator({
  name: 'not_fuzzy_match',
  form: 'a is not similar to b at p using g',
  signatures: fuzzySignatures('not_fuzzy_match', false),
  cost: 'c1',
  documentation: 'The names are less similar than that.',
  examples: [
    { text: '"Maria Souza" is not similar to "João da Silva"', result: 'true' },
    { text: '"Gonçalves" is not similar to "Gonsalves" using phonetic', result: 'false' },
  ],
});
