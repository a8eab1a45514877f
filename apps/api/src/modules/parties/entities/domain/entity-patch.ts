import type { EntityStatus } from './entity-enumerations.js';
import type { RiskFactor } from './entity-record.js';

/** The validated changes to an entity; absent fields stay unchanged. The fields that end in `Json` are the caller's text. */
export interface EntityPatch {
  readonly name?: string;
  /** Allowed only if there is none yet: `change-external-id` changes an id that other records refer to. */
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
  /** Its keys are added to the existing ones, and replace equal keys. */
  readonly attributesJson?: string;
  /** Whether the caller changes only attributes, which the audit trail then records. */
  readonly attributesOnly?: boolean;
  /** Replaces all existing attributes. */
  readonly newAttributesJson?: string;
  /** Merged into the existing data, at any depth. */
  readonly entityDataJson?: string;
  readonly operationalHoursJson?: string | null;
  readonly statusLocked?: boolean;
  /** `deleted` deletes the entity. */
  readonly status?: EntityStatus;
  /** By default, the rules of the change are evaluated. */
  readonly skipRulesExecution?: boolean;
  /** The reason, for the audit trail and for the status. */
  readonly reason?: string;
}
