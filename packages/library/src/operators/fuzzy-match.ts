import { declareOperator } from '../declare.js';
import { fuzzySignatures } from '../semantics/fuzzy-signatures.js';

export const fuzzyMatch = declareOperator({
  name: 'fuzzy_match',
  form: 'a is similar to b at p using g',
  signatures: fuzzySignatures('fuzzy_match', true),
  cost: 'c1',
  documentation:
    'The names are at least so similar (85% unless written) by `name_words` (unless written), `jaro_winkler`, `levenshtein`, `token_set` or `phonetic`. Case, accents, punctuation and legal forms do not count. `name_words` pairs the words of both names wherever they stand: it forgives a slip of the hand, a spelling by sound, initials, words divided elsewhere and other scripts, and holds two words that differ, and numbers that do, for two names.',
  examples: [
    { text: '"João da Silva" is similar to "JOAO DA SILVA"', result: 'true' },
    { text: '"Mohammed Al Rashid" is similar to "AL-RASHID, Muhammad"', result: 'true' },
    { text: '"Fondo Norte II" is similar to "Fondo Norte III"', result: 'false' },
    { text: '"Acme Trading Ltda." is similar to "Trading Acme S.A." at 95% using token_set', result: 'true' },
  ],
});
