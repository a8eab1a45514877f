import type { DocumentCheck } from './document.js';

export type BiometricVerdict = 'passed' | 'failed' | 'unsure';

/** Result of a provider for the face of a person. Scores are from 0 to 1. */
export interface BiometricResult {
  readonly livenessScore: number | null;
  readonly faceMatchScore: number | null;
  readonly result: BiometricVerdict;
}

/** Provider of face comparisons. None is part of this product, because no freely usable model is certified against presentation attacks. */
export interface BiometricProvider {
  /** Compares the face of a document with the one in a picture. */
  readonly compare: (document: Uint8Array, selfie: Uint8Array) => Promise<{ score: number; result: BiometricVerdict }>;
  /** Checks whether a picture was taken of a person who was present. */
  readonly liveness: (selfie: Uint8Array) => Promise<{ score: number; result: BiometricVerdict }>;
}

export interface DecisionInput {
  readonly checks: readonly DocumentCheck[];
  /** How often wrong check digits were submitted, including this time. */
  readonly attempts: number;
  readonly biometric: BiometricResult | null;
  /** Codes of soft checks that the caller does not count. Hard ones and the missing biometric result always count. */
  readonly omitWarnings: readonly string[];
}

export interface Decision {
  readonly status: 'approved' | 'rejected' | 'in_review' | 'correction';
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

/** A typing error is not a forgery: wrong check digits may be corrected, and the third time they lead to a manual review. */
export const mostAttempts = 3;

interface Facts {
  readonly hardFailures: readonly string[];
  readonly wrongDigits: readonly string[];
  readonly open: readonly string[];
  readonly input: DecisionInput;
}

interface DecisionRow {
  readonly status: Decision['status'];
  readonly reasons: (facts: Facts) => readonly string[];
}

/** The first row with a reason decides. */
const table: readonly DecisionRow[] = [
  { status: 'rejected', reasons: ({ hardFailures }) => hardFailures },
  {
    status: 'correction',
    reasons: ({ wrongDigits, input }) => (input.attempts < mostAttempts ? wrongDigits : []),
  },
  { status: 'rejected', reasons: ({ input }) => (input.biometric?.result === 'failed' ? ['BIOMETRIC_FAILED'] : []) },
  { status: 'in_review', reasons: ({ open, wrongDigits }) => [...wrongDigits, ...open] },
];

/** What becomes of a validation. It is approved only when a biometric provider passed it and nothing is open. */
export function decide(input: DecisionInput): Decision {
  const facts = factsOf(input);
  const warnings = facts.open;
  for (const { status, reasons } of table) {
    const found = reasons(facts);
    if (found.length > 0) return { status, reasons: [...new Set(found)], warnings };
  }
  return { status: 'approved', reasons: [], warnings };
}

function factsOf(input: DecisionInput): Facts {
  const { checks, biometric, omitWarnings } = input;
  const omitted = new Set(omitWarnings);
  const hardFailures: string[] = [];
  const wrongDigits: string[] = [];
  const open: string[] = [];
  for (const { code, outcome, isHard } of checks) {
    if (outcome === 'passed') continue;
    if (outcome === 'failed' && isHard) hardFailures.push(code);
    else if (outcome === 'failed' && code === 'CHECK_DIGITS_WRONG') wrongDigits.push(code);
    else if (isHard || !omitted.has(code)) open.push(code);
  }
  if (biometric === null) open.push('BIOMETRIC_NOT_CHECKED');
  else if (biometric.result === 'unsure') open.push('BIOMETRIC_UNSURE');
  // Without any check, nothing has been proven.
  if (checks.length === 0) open.push('DOCUMENT_NOT_CHECKED');
  return { hardFailures, wrongDigits, open, input };
}
