export type {
  DeliveredResult,
  KnownResult,
  NormalizedEnrichment,
  StoredEnrichment,
} from './domain/enrichment-result.js';
export { EnrichmentDataModule } from './enrichment-data.module.js';
export type { MappedResult } from './persistence/result-store.js';
export { EnrichmentData, type KnownEnrichments } from './use-cases/enrichment-data.js';
export { type EnrichmentNeeds, findKnownEnrichments } from './persistence/known-enrichments.js';
