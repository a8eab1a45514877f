import { declareFunction, numberType, signature } from '../declare.js';
import {
  isSimilarityAlgorithm,
  similarityAlgorithms,
  similarityTo,
  type SimilarityAlgorithm,
} from '../similarity/similarity-algorithms.js';
import { longName } from '../texts/long-text.js';

export const similarity = declareFunction({
  name: 'similarity',
  form: 'similarity(a, b, "token_set")',
  signatures: [
    signature('similarity', ['text', 'text', 'text'], {
      constants: [
        { operand: 2, accepts: isSimilarityAlgorithm, expected: `one of ${similarityAlgorithms.join(', ')}` },
      ],
      result: () => numberType,
      evaluate: ([a, b, algorithm]) =>
        longName(a as string, b as string) ?? similarityTo(b as string, algorithm as SimilarityAlgorithm)(a as string),
      specialize: (_types, [, b, algorithm]) => {
        if (typeof b !== 'string' || !isSimilarityAlgorithm(algorithm) || longName(b)) return null;
        const compare = similarityTo(b, algorithm);
        return (a) => longName(a) ?? compare(a as string);
      },
    }),
  ],
  cost: 'c1',
  documentation:
    'How similar two names are, 0 to 1, by `name_words`, `jaro_winkler`, `levenshtein`, `token_set` or `phonetic`. Both are normalized as by `normalizeName`, for `name_words` also to Latin letters, without titles and with legal forms of more countries left out; a name without letters and digits is similar to nothing.',
  examples: [
    { text: 'similarity("abcd", "abce", "levenshtein")', result: '0.75' },
    { text: 'similarity("Martha", "Marhta", "jaro_winkler") between 0.961 and 0.962', result: 'true' },
    { text: 'similarity("Ana Maria Souza", "Souza, Ana M.", "name_words") > 0.85', result: 'true' },
    { text: 'similarity("Ana Maria Souza", "Souza, Ana", "token_set")', result: '1' },
    { text: 'similarity("Ana", "Ana Souza", "token_set") < 0.5', result: 'true' },
    { text: 'similarity("Souza", "Sousa", "phonetic")', result: '1' },
  ],
});
