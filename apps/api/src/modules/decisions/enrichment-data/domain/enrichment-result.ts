import type { MergeContext, MergedNormalized, SourceResult } from '@tamis/enrichment';

export type DataQuality = MergedNormalized['dataQuality'];

/** The entity that enrichment data belongs to. */
export interface EnrichedEntity {
  readonly organizationId: string;
  readonly entityId: string;
}

/** Data delivered by one execution of an integration. */
export interface DeliveredResult extends EnrichedEntity {
  readonly entityType: string;
  readonly countryCode: string | null;
  readonly integrationCode: string;
  /** Id of the execution. */
  readonly enrichmentId: string;
  /** Data as the source sent it; undefined if it is not to be kept. */
  readonly raw?: unknown;
  /** Data that rules read as `enrichment["code"]`. */
  readonly mapped: Readonly<Record<string, unknown>>;
  /** The same data under the names of the normalized row. */
  readonly normalizedPart: Readonly<Record<string, unknown>>;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly reliability: SourceResult['reliability'];
  /** Paths of the normalized row that the integration may fill. */
  readonly provides: readonly string[];
  readonly fetchedAt: Date;
  /** Data of the entity itself: sources that contradict it are considered less consistent. */
  readonly own?: MergeContext['own'];
  /** When `raw` is erased; `null` if it is kept as long as the entity. */
  readonly rawExpiresAt: Date | null;
}

/** An execution that delivered nothing. It is shown, but does not change what is known. */
export interface FailedResult extends EnrichedEntity {
  readonly integrationCode: string;
  readonly enrichmentId: string;
  readonly itemCode: string;
  readonly failedAt: Date;
}

/** Outcome of storing a result. */
export interface StoredEnrichment {
  /** Paths filled by this result. */
  readonly fieldsEnriched: readonly string[];
  readonly dataQuality: DataQuality;
  /** New version of the normalized row. */
  readonly version: number;
}

/** What one integration found about an entity. */
export interface KnownResult {
  readonly integrationCode: string;
  /** Id of the latest execution. */
  readonly enrichmentId: string;
  readonly status: 'success' | 'failed';
  /** Item code of the latest execution; `null` if it delivered data. */
  readonly itemCode: string | null;
  /** From the latest execution that delivered data; `null` if there is none. */
  readonly mapped: Readonly<Record<string, unknown>> | null;
  /** From the same execution, as it was sent; `null` if there is none, it was not requested, or it was erased. */
  readonly raw: unknown;
  readonly executedAt: Date;
}

export interface EnrichmentSource {
  readonly integrationCode: string;
  readonly enrichmentId: string;
  /** ISO 8601 timestamp. */
  readonly fetchedAt: string;
  readonly confidence: number;
}

/** One version of the merged results of all integrations. */
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
