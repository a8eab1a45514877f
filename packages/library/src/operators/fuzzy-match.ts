import { declareOperator } from '../declare.js';
import { fuzzySignatures } from '../semantics/fuzzy-signatures.js';

export const fuzzyMatch = declareOperator({
  name: 'fuzzy_match',
  form: 'a is similar to b at p using g',
  signatures: fuzzySignatures('fuzzy_match', true),
  cost: 'c1',
  documentation:
    'The names are at least so similar (85% unless written) by `jaro_winkler` (unless written), `levenshtein`, `token_set` or `phonetic`. Case, accents, punctuation and legal forms do not count.',
  examples: [
    { text: '"João da Silva" is similar to "JOAO DA SILVA"', result: 'true' },
    { text: '"Acme Trading Ltda." is similar to "Trading Acme S.A." at 95% using token_set', result: 'true' },
  ],
});
