import type { ValidationStatus } from './moves.js';

/** How a sandbox ends the validation of a test document. */
export interface SandboxOutcome {
  /** Of the person: `idNumber`, or the tax id. */
  readonly documentNumber: string;
  readonly status: Exclude<ValidationStatus, 'pending' | 'in_progress' | 'cancelled'>;
  readonly reasons: readonly string[];
}

const rejected = (documentNumber: string, reason: string): SandboxOutcome => ({
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
  rejected('TEST-REJECTED-FACE', 'FACE_MISMATCH'),
  ended('TEST-IN-REVIEW', 'in_review'),
  ended('TEST-EXPIRED', 'expired'),
  ended('TEST-ABANDONED', 'abandoned'),
];

/** By one of the numbers of a person; null: it is no test document. */
export const findSandboxOutcome = (numbers: readonly (string | null | undefined)[]): SandboxOutcome | null =>
  sandboxOutcomes.find(({ documentNumber }) => numbers.some((each) => each?.trim().toUpperCase() === documentNumber)) ??
  null;
