export * from './catalogue/library-catalogue.js';
export * from './document/index.js';
export * from './enumerations/index.js';
export * from './environment/index.js';
export * from './guards/index.js';
export { schema } from './fields/schema.js';
export * from './manual/reference-manual.js';
export { findSimilarName, type SimilarName } from './semantics/fuzzy-signatures.js';
export {
  fuzzyDefaults,
  similarityAlgorithms,
  similarityTo,
  type SimilarityAlgorithm,
} from './similarity/similarity-algorithms.js';
export { foldText } from './texts/fold-text.js';
export { addressBlockText, blocksAround } from './semantics/ip-block.js';
export { joinedText } from './texts/long-text.js';
export { listKey } from './semantics/list-key.js';
