import { type BiometricResult, checkOf, type DocumentCheckCode } from '@tamis/identity-documents';

import type { ValidationStatus } from './moves.js';
import { type Findings, noFindings } from './validation.js';

type DocumentReason = Extract<
  DocumentCheckCode,
  'DOCUMENT_EXPIRED' | 'DOCUMENT_NUMBER_MISMATCH' | 'BIRTH_DATE_MISMATCH'
>;

/** How a sandbox ends the validation of a test document. */
export interface SandboxOutcome {
  /** Number of the person's document: `idNumber`, or the tax id. */
  readonly documentNumber: string;
  readonly status: Exclude<ValidationStatus, 'pending' | 'in_progress' | 'cancelled'>;
  readonly reasons: readonly (DocumentReason | 'BIOMETRIC_FAILED')[];
}

const rejected = (documentNumber: string, reason: SandboxOutcome['reasons'][number]): SandboxOutcome => ({
  ...{ documentNumber, status: 'rejected', reasons: [reason] },
});
const ended = (documentNumber: string, status: SandboxOutcome['status']): SandboxOutcome => ({
  ...{ documentNumber, status, reasons: [] },
});

/** The table in the documentation. */
export const sandboxOutcomes: readonly SandboxOutcome[] = [
  ended('TEST-APPROVED', 'approved'),
  rejected('TEST-REJECTED-EXPIRED', 'DOCUMENT_EXPIRED'),
  rejected('TEST-REJECTED-NUMBER', 'DOCUMENT_NUMBER_MISMATCH'),
  rejected('TEST-REJECTED-BIRTH-DATE', 'BIRTH_DATE_MISMATCH'),
  rejected('TEST-REJECTED-FACE', 'BIOMETRIC_FAILED'),
  ended('TEST-IN-REVIEW', 'in_review'),
  ended('TEST-EXPIRED', 'expired'),
  ended('TEST-ABANDONED', 'abandoned'),
];

/** Finds the outcome for one of a person's numbers; `null` if it is not a test document. */
export const findSandboxOutcome = (numbers: readonly (string | null | undefined)[]): SandboxOutcome | null =>
  sandboxOutcomes.find(({ documentNumber }) => numbers.some((each) => each?.trim().toUpperCase() === documentNumber)) ??
  null;

const compared: Readonly<Record<'passed' | 'failed', BiometricResult>> = {
  passed: { livenessScore: 0.99, faceMatchScore: 0.98, result: 'passed' },
  failed: { livenessScore: 0.2, faceMatchScore: 0.3, result: 'failed' },
};

/** Returns the simulated findings for a test document: only those that lead to its outcome. A person who left submitted nothing. */
export function sandboxFindings({ documentNumber, status, reasons }: SandboxOutcome): Findings {
  if (status === 'expired' || status === 'abandoned') return noFindings;
  const isCompared = status === 'approved' || reasons.includes('BIOMETRIC_FAILED');
  return {
    document: { type: 'national_id', country: 'BR' },
    extracted: { documentNumber },
    checks: reasons.flatMap((reason) => (reason === 'BIOMETRIC_FAILED' ? [] : [checkOf(reason, 'failed')])),
    warnings: isCompared ? [] : ['BIOMETRIC_NOT_CHECKED'],
    biometric: isCompared ? compared[status === 'approved' ? 'passed' : 'failed'] : null,
  };
}
