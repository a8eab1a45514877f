export { companyKeys, nameKeys } from './keys/name-keys.js';

export { NgramModel } from './model/ngram-model.js';
export type { SimilarityModel } from './model/similarity-model.js';
export { type NameWord, parseName, type ParsedName } from './names/parse-name.js';
export { compareNames, nameSimilarity } from './similarity/name-similarity.js';
