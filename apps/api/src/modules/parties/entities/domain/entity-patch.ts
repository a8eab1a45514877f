import type { EntityStatus } from './entity-enumerations.js';
import type { RiskFactor } from './entity-record.js';

/** What changes of an entity, checked; a member that is absent stays as it is. The members that end in `Json` are the caller's text. */
export interface EntityPatch {
  readonly name?: string;
  /** Only where there is none: `change-external-id` changes what other records refer to. */
  readonly externalId?: string;
  readonly taxId?: string | null;
  readonly countryCode?: string;
  readonly nationality?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly isClient?: boolean;
  readonly registrationDate?: string | null;
  readonly expiresAt?: string | null;
  readonly riskMatrixIds?: readonly string[];
  readonly riskFactors?: readonly RiskFactor[];
  readonly manualRiskJson?: string;
  /** Its keys are put over those there are. */
  readonly attributesJson?: string;
  /** The caller changes attributes and nothing else, and the audit trail says so. */
  readonly attributesOnly?: boolean;
  /** Takes the place of all attributes there are. */
  readonly newAttributesJson?: string;
  /** Merged into the data there is, at any depth. */
  readonly entityDataJson?: string;
  readonly operationalHoursJson?: string | null;
  readonly statusLocked?: boolean;
  /** `deleted` deletes the entity. */
  readonly status?: EntityStatus;
  /** Default: the rules of the change run. */
  readonly skipRulesExecution?: boolean;
  /** Why: for the audit trail, and for the status. */
  readonly reason?: string;
}
