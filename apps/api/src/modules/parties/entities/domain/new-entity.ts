import type { DeclaredRelationship } from './declared-relationship.js';
import type { EntityStatus, EntityType } from './entity-enumerations.js';
import type { RiskFactor } from './entity-record.js';

/** What is to be asked about a new entity. */
export interface EnrichmentWish {
  /** All integrations that are switched on and that fit the entity. */
  readonly executeAllActiveEnrichments?: boolean | null | undefined;
  /** Codes of integrations. */
  readonly enrichments?: readonly string[] | null | undefined;
  /** Groups of integrations, by id or slug. */
  readonly enrichmentGroupRefs?: readonly string[] | null | undefined;
  /** Codes that are left out after all. */
  readonly excludeEnrichments?: readonly string[] | null | undefined;
}

/** An entity to store, checked; absent and null mean the same. The members that end in `Json` are the caller's text. */
export interface NewEntity {
  readonly type: EntityType;
  readonly name: string;
  /** Every person and company has one; in either case. */
  readonly countryCode: string | null;
  readonly externalId?: string | null | undefined;
  readonly taxId?: string | null | undefined;
  readonly nationality?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  /** Default: `under_review`. */
  readonly status?: EntityStatus | null | undefined;
  readonly isClient?: boolean | undefined;
  readonly registrationDate?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly riskMatrixIds?: readonly string[] | undefined;
  /** Default: its rules run. */
  readonly skipRulesExecution?: boolean | undefined;
  /** Absent: nothing is asked about it. */
  readonly autoExecuteIntegrations?: EnrichmentWish | null | undefined;
  /** Codes of integrations that are to watch it. */
  readonly monitoringCodes?: readonly string[];
  readonly riskFactors?: readonly RiskFactor[];
  readonly manualRiskJson?: string | null | undefined;
  readonly entityDataJson?: string;
  readonly attributesJson?: string;
  readonly metadataJson?: string | null | undefined;
  readonly operationalHoursJson?: string | null | undefined;
  readonly relationships?: readonly DeclaredRelationship[] | undefined;
}
