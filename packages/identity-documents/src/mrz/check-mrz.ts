import { parse } from 'mrz';

import type { MrzFormat } from './layouts.js';
import { type MrzProblem, type MrzReading, readMrz, tidyLines } from './read-mrz.js';
import { suggestLines } from './suggest-lines.js';

export interface MrzCheck extends MrzReading {
  /** The same lines with letters and digits that look alike exchanged, where that makes every digit fit. Nobody else changes them. */
  readonly suggestion: readonly string[] | null;
}

/** Fields whose digit the library judges as well. It knows visas as passports, so what only passports have is left out there. */
const judgedTwice = {
  documentNumberCheckDigit: 'documentNumber',
  birthDateCheckDigit: 'birthDate',
  expirationDateCheckDigit: 'expiryDate',
  personalNumberCheckDigit: 'personalNumber',
  compositeCheckDigit: 'composite',
} as const satisfies Record<string, MrzProblem['field']>;

const ofPassports: ReadonlySet<string> = new Set(['personalNumber', 'composite']);

const isVisa = (format: MrzFormat): boolean => format === 'MRV_A' || format === 'MRV_B';

/** Reads a zone twice, by our own table of the standard and by the `mrz` library: a digit is right where both say so. */
export function checkMrz(typed: readonly string[]): MrzCheck {
  const own = readMrz(typed);
  if (own.format === null) return { ...own, suggestion: null };
  if (own.problems.length > 0) return { ...own, suggestion: suggestLines(typed) };
  return { ...own, problems: secondOpinion(own.format, tidyLines(typed)), suggestion: null };
}

/** Of a zone in which we find no problem. */
function secondOpinion(format: MrzFormat, lines: readonly string[]): readonly MrzProblem[] {
  const problems: MrzProblem[] = [];
  for (const { field, valid, line, start, value } of parse(lines).details) {
    if (valid || field === null || !Object.hasOwn(judgedTwice, field)) continue;
    const judged = judgedTwice[field as keyof typeof judgedTwice];
    if (isVisa(format) && ofPassports.has(judged)) continue;
    problems.push({
      ...{ field: judged, line: line + 1, column: start + 1, length: 1 },
      message: `The check digit ${value ?? ''} does not fit at a second reading`,
      isWeighted: true,
    });
  }
  return problems;
}
