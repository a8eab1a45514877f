import type { BiometricResult, DocumentCheck, DocumentTexts, DocumentType } from '@tamis/identity-documents';

import type { Requester } from '../../../../platform/auth/index.js';
import type { EventCause } from '../../../../platform/outbox/index.js';
import type { ValidationStatus } from './moves.js';

/** How a validation was decided. */
export interface Decision {
  readonly result: 'approved' | 'rejected';
  readonly reasons: readonly string[];
  readonly decidedBy: 'provider' | 'operator';
  readonly decidedAt: string;
}

/** An identity validation of a person. */
export interface Validation {
  readonly id: string;
  readonly organizationId: string;
  readonly entityId: string;
  /** Identifies the link; a new link is a new session. */
  readonly sessionId: string;
  readonly status: ValidationStatus;
  /** Whether it is the newest validation of its person: only that one changes the entity. */
  readonly isCurrent: boolean;
  readonly integrationCode: string;
  /** Price charged for a result. */
  readonly priceCents: number;
  readonly language: string | null;
  /** JSON text sent by the caller. */
  readonly metadata: string | null;
  readonly workflowId: string | null;
  readonly webhookUrl: string | null;
  readonly redirectUrl: string | null;
  readonly omitWarnings: readonly string[];
  readonly doubleCheckRegistry: boolean;
  /** Number of documents sent with wrong check digits. */
  readonly attempts: number;
  /** Number of images ever sent. */
  readonly imageCount: number;
  readonly decision: Decision | null;
  readonly requestedBy: Requester;
  /** Outcome for a test document in a sandbox. */
  readonly sandboxOutcome: string | null;
  /** What caused it, so that automations that start validations cannot cause each other endlessly. */
  readonly cause: EventCause | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Reviewer; `null` if not assigned yet. */
  readonly assignedTo: string | null;
}

/** The submitted document. */
export interface DocumentShown {
  readonly type: DocumentType;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** Findings of a validation; encrypted wherever they are stored. */
export interface Findings {
  readonly document: DocumentShown | null;
  /** Content of its machine-readable part, and other data typed by the person. */
  readonly extracted: DocumentTexts;
  readonly checks: readonly DocumentCheck[];
  /** Codes for what could not be checked, or was not as it should be. */
  readonly warnings: readonly string[];
  readonly biometric: BiometricResult | null;
  /** Identifies the person data that the document was compared with; absent if it was not compared. */
  readonly holder?: string;
}

export const noFindings: Findings = {
  ...{ document: null, extracted: {}, checks: [], warnings: [], biometric: null },
};

/** Event of a transition, by the new status of the validation. */
export const moveEvents: Readonly<Record<ValidationStatus, string>> = {
  pending: 'kyc.validation_created',
  in_progress: 'kyc.validation_in_progress',
  in_review: 'kyc.validation_in_review',
  approved: 'kyc.validation_approved',
  rejected: 'kyc.validation_rejected',
  expired: 'kyc.validation_expired',
  abandoned: 'kyc.validation_abandoned',
  cancelled: 'kyc.validation_cancelled',
};

/** Returns a validation as events and rules see it, without the data that was read. */
export const announced = (validation: Validation): object => {
  const { id, entityId, organizationId, sessionId, status, integrationCode, isCurrent, decision } = validation;
  const { expiresAt, createdAt, updatedAt } = validation;
  return {
    ...{ id, entityId, organizationId, sessionId, status, provider: providerName, integrationCode, isCurrent },
    ...{ decision, metadata: metadataOf(validation), expiresAt, createdAt, updatedAt },
  };
};

export const metadataOf = ({ metadata }: Validation): Readonly<Record<string, unknown>> | null =>
  metadata === null ? null : (JSON.parse(metadata) as Readonly<Record<string, unknown>>);

/** Name of the provider of the checks. */
export const providerName = 'tamis';
