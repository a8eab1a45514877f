export {
  explainMatch,
  explainNames,
  type MatchExplanation,
  type NameExplanation,
  type WordMatch,
} from './explain/explain-match.js';
export { buildIndex, IndexBuilder } from './index/index-builder.js';
export { type IndexMatch, IndexSearch } from './index/index-search.js';
export { indexFormat } from './index/sections.js';
export { WatchlistIndex } from './index/watchlist-index.js';
export { companyKeys, nameKeys } from './keys/name-keys.js';
export { NgramModel } from './model/ngram-model.js';
export type { SimilarityModel } from './model/similarity-model.js';
export { type NameWord, parseName, type ParsedName } from './names/parse-name.js';
export { type EntryMatch, matchEntry, readParty, type ReadParty } from './score/match-entry.js';
export type { SharedIdentifier } from './score/identifiers.js';
export type { Qualifier, QualifierKind } from './score/qualifiers.js';
export type {
  DateRange,
  EntrySchema,
  Gender,
  Identifier,
  ListedEntry,
  ListedName,
  NameKind,
  ScreenedParty,
  ScreeningOptions,
} from './score/screened.js';
export { scoringVersion } from './score/weights.js';
export { compareNames, nameSimilarity } from './similarity/name-similarity.js';
