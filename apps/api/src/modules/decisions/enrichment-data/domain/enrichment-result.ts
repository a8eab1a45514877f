import type { MergeContext, MergedNormalized, SourceResult } from '@tamis/enrichment';

export type DataQuality = MergedNormalized['dataQuality'];

/** Whose data it is. */
export interface EnrichedEntity {
  readonly organizationId: string;
  readonly entityId: string;
}

/** What one execution delivered. */
export interface DeliveredResult extends EnrichedEntity {
  readonly entityType: string;
  readonly countryCode: string | null;
  readonly integrationCode: string;
  /** Of the execution. */
  readonly enrichmentId: string;
  /** As the source sent it; undefined: it is not to be kept. */
  readonly raw?: unknown;
  /** What rules read as `enrichment["code"]`. */
  readonly mapped: Readonly<Record<string, unknown>>;
  /** What it says by the names of the normalized row. */
  readonly normalizedPart: Readonly<Record<string, unknown>>;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly reliability: SourceResult['reliability'];
  /** Paths of the normalized row that the integration may fill. */
  readonly provides: readonly string[];
  readonly fetchedAt: Date;
  /** What the entity says of itself: sources that contradict it are less consistent. */
  readonly own?: MergeContext['own'];
  /** When `raw` is erased; null: with the entity. */
  readonly rawExpiresAt: Date | null;
}

/** An execution that delivered nothing. It is shown, and changes nothing of what is known. */
export interface FailedResult extends EnrichedEntity {
  readonly integrationCode: string;
  readonly enrichmentId: string;
  readonly itemCode: string;
  readonly failedAt: Date;
}

/** What storing a result made of it. */
export interface StoredEnrichment {
  /** Paths that this result fills. */
  readonly fieldsEnriched: readonly string[];
  readonly dataQuality: DataQuality;
  /** Of the normalized row as it is now. */
  readonly version: number;
}

/** What is known by an integration about an entity. */
export interface KnownResult {
  readonly integrationCode: string;
  /** Of the latest execution. */
  readonly enrichmentId: string;
  readonly status: 'success' | 'failed';
  /** Of the latest execution; null: it delivered. */
  readonly itemCode: string | null;
  /** Of the latest that delivered; null: none did. */
  readonly mapped: Readonly<Record<string, unknown>> | null;
  /** Of the same, as it was sent; null: none did, it was not asked for, or it is erased. */
  readonly raw: unknown;
  readonly executedAt: Date;
}

export interface EnrichmentSource {
  readonly integrationCode: string;
  readonly enrichmentId: string;
  /** ISO 8601 */
  readonly fetchedAt: string;
  readonly confidence: number;
}

/** One version of what all results together say. */
export interface NormalizedEnrichment {
  readonly id: string;
  readonly entityId: string;
  readonly entityType: string;
  readonly countryCode: string | null;
  readonly version: number;
  readonly sources: readonly EnrichmentSource[];
  readonly normalized: Readonly<Record<string, unknown>>;
  readonly fieldSources: Readonly<Record<string, string>>;
  readonly dataQuality: DataQuality;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
