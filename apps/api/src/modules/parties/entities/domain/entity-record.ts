import type { EntityStatus, EntityType, EvaluationType, RiskLevel } from './entity-enumerations.js';

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
  /** Every person and company has one. */
  readonly countryCode: string | null;
  readonly nationality: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** 0 (low) to 100 (high). */
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly riskFactors: readonly RiskFactor[];
  /** What somebody set by hand: `reasons`, `customLabel`. */
  readonly manualRisk: Json | null;
  /** The matrices that judge it, in order; none: those of the organization. */
  readonly riskMatrixIds: readonly string[];
  readonly status: EntityStatus;
  /** Keeps rules and everything else that is no person from changing the status. */
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
  /** When its status becomes `expired`. */
  readonly expiresAt: string | null;
  readonly currentEvaluation: CurrentEvaluation | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
}

/** The last evaluation of an entity. */
export interface CurrentEvaluation {
  readonly id: string;
  readonly entityId: string;
  readonly evaluationType: EvaluationType;
  /** `decision`, `riskScore`, `riskLevel`, `totalScore`, `ruleSetVersion` */
  readonly result: object;
  /** The share of what the rules asked for that was known, 0 to 1. */
  readonly confidence: number;
  readonly evaluatedAt: string;
}

export interface RiskFactor {
  readonly factor: string;
  readonly impact: number;
  readonly description: string;
}
