export * from './catalogue/library-catalogue.js';
export { catalogueDocument, type CatalogueDocument, type CatalogueItem } from './document/catalogue-document.js';
export * from './enumerations/index.js';
export * from './environment/look-up-in-tables.js';
export * from './environment/rates.js';
export * from './environment/evaluation-environment.js';
export * from './guards/guard-limit.js';
export { printGuard, printGuardLimit, readGuard, type GuardTextError } from './guards/guard-text.js';

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
