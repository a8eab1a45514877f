import type { DeclaredRelationship } from './declared-relationship.js';
import type { EntityStatus, EntityType } from './entity-enumerations.js';
import type { RiskFactor } from './entity-record.js';

/** The enrichments requested for a new entity. */
export interface EnrichmentWish {
  /** Whether to execute all integrations that are enabled and that apply to the entity. */
  readonly executeAllActiveEnrichments?: boolean | null | undefined;
  /** The codes of integrations. */
  readonly enrichments?: readonly string[] | null | undefined;
  /** Groups of integrations, by id or slug. */
  readonly enrichmentGroupRefs?: readonly string[] | null | undefined;
  /** The codes to exclude. */
  readonly excludeEnrichments?: readonly string[] | null | undefined;
}

/** A validated entity to be stored; absent and `null` mean the same. The fields that end in `Json` are the caller's text. */
export interface NewEntity {
  readonly type: EntityType;
  readonly name: string;
  /** Every person and company has a country code, in upper or lower case. */
  readonly countryCode: string | null;
  readonly externalId?: string | null | undefined;
  readonly taxId?: string | null | undefined;
  readonly nationality?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  /** Defaults to `under_review`. */
  readonly status?: EntityStatus | null | undefined;
  readonly isClient?: boolean | undefined;
  readonly registrationDate?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly riskMatrixIds?: readonly string[] | undefined;
  /** By default, its rules are evaluated. */
  readonly skipRulesExecution?: boolean | undefined;
  /** If absent, nothing is requested about the entity. */
  readonly autoExecuteIntegrations?: EnrichmentWish | null | undefined;
  /** The codes of integrations that should monitor the entity. */
  readonly monitoringCodes?: readonly string[];
  readonly riskFactors?: readonly RiskFactor[];
  readonly manualRiskJson?: string | null | undefined;
  readonly entityDataJson?: string;
  readonly attributesJson?: string;
  readonly metadataJson?: string | null | undefined;
  readonly operationalHoursJson?: string | null | undefined;
  readonly relationships?: readonly DeclaredRelationship[] | undefined;
}
