import type { Assignment, EntitySnapshot, Resolution, Severity, WorkStatus } from '../../alerts/index.js';

/** How a case ended. */
export const outcomes = ['CONFIRMED_RISK', 'FALSE_POSITIVE', 'NO_RISK', 'REPORTED', 'OTHER'] as const;
export type Outcome = (typeof outcomes)[number];

/** Resolution of a case's open alerts when it ends with an outcome. */
const resolutionByOutcome: Readonly<Record<Outcome, Resolution>> = {
  CONFIRMED_RISK: 'CONFIRMED_RISK',
  REPORTED: 'CONFIRMED_RISK',
  FALSE_POSITIVE: 'FALSE_POSITIVE',
  NO_RISK: 'FALSE_POSITIVE',
  OTHER: 'OTHER',
};

export const resolutionFor = (outcome: Outcome | null): Resolution => resolutionByOutcome[outcome ?? 'OTHER'];

/** A case as it is stored, and as responses and webhooks show it: as an investigation. */
export interface StoredCase extends Assignment {
  readonly id: string;
  readonly organizationId: string;
  /** `INV-2026-001`, numbered without gaps in each year of the organization. */
  readonly investigationNumber: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: WorkStatus;
  readonly priority: Severity;
  /** Risk score of its entity when it was opened; without an entity, the highest contribution of an alert. */
  readonly riskScore: number | null;
  readonly alertCount: number;
  readonly entityId: string | null;
  readonly entity: EntitySnapshot | null;
  readonly dueDate: Date | null;
  readonly closureReason: string | null;
  readonly outcome: Outcome | null;
  readonly tags: readonly string[];
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
  readonly closedBy: string | null;
  /** Incremented by each change, except of its alerts. */
  readonly version: number;
}
