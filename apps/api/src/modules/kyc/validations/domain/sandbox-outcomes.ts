import { type BiometricResult, checkOf, type DocumentCheckCode } from '@tamis/identity-documents';

import type { ValidationStatus } from './moves.js';
import { type Findings, noFindings } from './validation.js';

type DocumentReason = Extract<
  DocumentCheckCode,
  'DOCUMENT_EXPIRED' | 'DOCUMENT_NUMBER_MISMATCH' | 'BIRTH_DATE_MISMATCH'
>;

/** How a sandbox ends the validation of a test document. */
export interface SandboxOutcome {
  /** Of the person: `idNumber`, or the tax id. */
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

/** The table of the documentation. */
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

/** By one of the numbers of a person; null: it is no test document. */
export const findSandboxOutcome = (numbers: readonly (string | null | undefined)[]): SandboxOutcome | null =>
  sandboxOutcomes.find(({ documentNumber }) => numbers.some((each) => each?.trim().toUpperCase() === documentNumber)) ??
  null;

const compared: Readonly<Record<'passed' | 'failed', BiometricResult>> = {
  passed: { livenessScore: 0.99, faceMatchScore: 0.98, result: 'passed' },
  failed: { livenessScore: 0.2, faceMatchScore: 0.3, result: 'failed' },
};

/** What a validation of a test document is said to have found: what leads to its end, and no more. Who left showed nothing. */
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
