import { documentChecks } from '@tamis/identity-documents';

import type { Findings } from './validation.js';

export interface KycRisk {
  readonly score: number;
  readonly level: 'LOW' | 'MEDIUM' | 'HIGH';
  readonly signals: readonly string[];
}

/** Points of a check that did not pass. */
const points = { hard: 100, failed: 25, unchecked: 5 } as const;

/** Returns how much speaks against a document, based only on what was checked. */
export function riskOf({ checks, warnings, biometric }: Findings): KycRisk {
  const open = checks.filter(({ outcome }) => outcome !== 'passed');
  const sum = open
    .map(({ outcome, isHard }) => (outcome === 'unchecked' ? points.unchecked : isHard ? points.hard : points.failed))
    .reduce((all, each) => all + each, biometric?.result === 'failed' ? points.hard : 0);
  const score = Math.min(100, sum);
  const level = score >= 75 ? 'HIGH' : score >= 25 ? 'MEDIUM' : 'LOW';
  return { score, level, signals: [...new Set([...open.map(({ code }) => code), ...warnings])] };
}

interface Warning {
  readonly message: string;
  readonly severity: 'low' | 'medium' | 'high';
}

/** Warnings that do not come from a document check. */
const others: Readonly<Record<string, Warning>> = {
  BIOMETRIC_NOT_CHECKED: { message: 'The face was not compared with the document', severity: 'high' },
  BIOMETRIC_UNSURE: { message: 'The face comparison gave no result', severity: 'high' },
  BIOMETRIC_FAILED: { message: 'The face does not match the document', severity: 'high' },
  BIOMETRIC_UNAVAILABLE: { message: 'The face comparison was not available', severity: 'high' },
  DOCUMENT_NOT_CHECKED: { message: 'The document was not checked', severity: 'high' },
  REGISTRY_NOT_AVAILABLE: {
    message: 'No registry is connected to look up the document',
    severity: 'low',
  },
  ENTITY_CHANGED: { message: 'The person was changed after the document was compared with them', severity: 'high' },
  IMAGE_REUSED: {
    message: 'Another person of the organization used the same or a similar image',
    severity: 'medium',
  },
};

export function warningMessages(code: string): Warning {
  const other = others[code];
  if (other) return other;
  const check = (documentChecks as Readonly<Record<string, { readonly failed: string; readonly unchecked: string }>>)[
    code
  ];
  return { message: check ? `${check.failed}, or could not be checked` : code, severity: 'medium' };
}
