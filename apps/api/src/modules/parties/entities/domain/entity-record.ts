import type { EntityStatus, EntityType, EvaluationType, RiskLevel } from './entity-enumerations.js';

/**
 * An entity as it is returned and as rules read it. `Json` is the form in which the caller's own JSON is held: parsed for rules, verbatim
 * text for responses.
 */
export interface EntityRecord<Json> {
  readonly id: string;
  readonly externalId: string | null;
  readonly organizationId: string;
  readonly type: EntityType;
  readonly name: string;
  readonly taxId: string | null;
  /** Every person and company has one. */
  readonly countryCode: string | null;
  readonly nationality: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** A number from 0 (low) to 100 (high). */
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly riskFactors: readonly RiskFactor[];
  /** The values that somebody set manually: `reasons`, `customLabel`. */
  readonly manualRisk: Json | null;
  /** The matrices that evaluate the entity, in order; if there are none, those of the organization apply. */
  readonly riskMatrixIds: readonly string[];
  readonly status: EntityStatus;
  /** Prevents rules and everything else except people from changing the status. */
  readonly statusLocked: boolean;
  readonly statusReason: string | null;
  readonly kycVerified: boolean;
  readonly kycProvider: string | null;
  readonly kycData: Json | null;
  readonly entityData: Json;
  readonly attributes: Json;
  readonly metadata: Json | null;
  readonly operationalHours: Json | null;
  readonly registrationDate: string | null;
  readonly isClient: boolean;
  /** The time at which its status becomes `expired`. */
  readonly expiresAt: string | null;
  readonly currentEvaluation: CurrentEvaluation | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
}

/** The latest evaluation of an entity. */
export interface CurrentEvaluation {
  readonly id: string;
  readonly entityId: string;
  readonly evaluationType: EvaluationType;
  /** Contains `decision`, `riskScore`, `riskLevel`, `totalScore` and `ruleSetVersion`. */
  readonly result: object;
  /** The share of the data requested by the rules that was known, from 0 to 1. */
  readonly confidence: number;
  readonly evaluatedAt: string;
}

export interface RiskFactor {
  readonly factor: string;
  readonly impact: number;
  readonly description: string;
}
