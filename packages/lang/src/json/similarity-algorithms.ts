/** Words after `using` (language manual 1.9). */
export const similarityAlgorithms = ['jaro_winkler', 'levenshtein', 'token_set', 'phonetic'] as const;
