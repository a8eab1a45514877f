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

/** A check of the identity of a person. */
export interface Validation {
  readonly id: string;
  readonly organizationId: string;
  readonly entityId: string;
  /** Names the link; another link is another session. */
  readonly sessionId: string;
  readonly status: ValidationStatus;
  /** The newest one of its person: it alone changes the entity. */
  readonly isCurrent: boolean;
  readonly integrationCode: string;
  /** What is charged with a result. */
  readonly priceCents: number;
  readonly language: string | null;
  /** JSON text of the caller's. */
  readonly metadata: string | null;
  readonly workflowId: string | null;
  readonly webhookUrl: string | null;
  readonly redirectUrl: string | null;
  readonly omitWarnings: readonly string[];
  readonly doubleCheckRegistry: boolean;
  /** Documents that were sent with wrong check digits. */
  readonly attempts: number;
  /** Images that were ever sent. */
  readonly imageCount: number;
  readonly decision: Decision | null;
  readonly requestedBy: Requester;
  /** Of a test document in a sandbox: how it ends. */
  readonly sandboxOutcome: string | null;
  /** What led to it, so that automations that start validations of each other's end. */
  readonly cause: EventCause | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Who reviews it; null: nobody yet. */
  readonly assignedTo: string | null;
}

/** A document that was shown. */
export interface DocumentShown {
  readonly type: DocumentType;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** What a validation found out; sealed wherever it is stored. */
export interface Findings {
  readonly document: DocumentShown | null;
  /** What its machine-readable part says, and what the person typed besides. */
  readonly extracted: DocumentTexts;
  readonly checks: readonly DocumentCheck[];
  /** Codes of what nobody could check, or of what was not as it should be. */
  readonly warnings: readonly string[];
  readonly biometric: BiometricResult | null;
  /** Names whom the document was compared with. Absent: it was compared with nobody. */
  readonly holder?: string;
}

export const noFindings: Findings = {
  ...{ document: null, extracted: {}, checks: [], warnings: [], biometric: null },
};

/** What is told of a move, by the status that a validation has then. */
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

/** As events and rules are shown it: without what was read. */
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

/** What does the checks. */
export const providerName = 'tamis';
