import type { EntityStatus, EntityType } from './entity-enumerations.js';

/**
 * An entity as it is returned and as rules read it. `Json` is what the caller's own JSON is held as: parsed for rules, verbatim
 * text for answers.
 */
export interface EntityRecord<Json> {
  readonly id: string;
  readonly externalId: string | null;
  readonly organizationId: string;
  readonly type: EntityType;
  readonly name: string;
  readonly taxId: string | null;
  readonly countryCode: string;
  readonly nationality: string | null;
  /** 0 (low) to 100 (high). */
  readonly riskScore: number;
  readonly riskFactors: readonly RiskFactor[];
  readonly status: EntityStatus;
  readonly kycVerified: boolean;
  readonly kycProvider: string | null;
  readonly kycData: Json | null;
  readonly entityData: Json;
  readonly attributes: Json;
  readonly operationalHours: Json | null;
  readonly registrationDate: string | null;
  readonly isClient: boolean;
  /** Entities are not evaluated by rules yet. */
  readonly currentEvaluation: null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
}

export interface RiskFactor {
  readonly factor: string;
  readonly impact: number;
  readonly description: string;
}
