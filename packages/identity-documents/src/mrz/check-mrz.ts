import { parse } from 'mrz';

import type { MrzFormat } from './layouts.js';
import { type MrzProblem, type MrzReading, readMrz, tidyLines } from './read-mrz.js';
import { suggestLines } from './suggest-lines.js';

export interface MrzCheck extends MrzReading {
  /**
   * The same lines after exchanging letters and digits that look alike, if all check digits are then correct. It is never applied
   * automatically.
   */
  readonly suggestion: readonly string[] | null;
}

/**
 * Fields whose check digit the library verifies as well. It treats visas like passports, so fields that only passports have are excluded
 * for them.
 */
const judgedTwice = {
  documentNumberCheckDigit: 'documentNumber',
  birthDateCheckDigit: 'birthDate',
  expirationDateCheckDigit: 'expiryDate',
  personalNumberCheckDigit: 'personalNumber',
  compositeCheckDigit: 'composite',
} as const satisfies Record<string, MrzProblem['field']>;

const ofPassports: ReadonlySet<string> = new Set(['personalNumber', 'composite']);

const isVisa = (format: MrzFormat): boolean => format === 'MRV_A' || format === 'MRV_B';

/** Parses a zone twice, with our own table of the standard and with the `mrz` library. A check digit is correct if both accept it. */
export function checkMrz(typed: readonly string[]): MrzCheck {
  const own = readMrz(typed);
  if (own.format === null) return { ...own, suggestion: null };
  if (own.problems.length > 0) return { ...own, suggestion: suggestLines(typed) };
  return { ...own, problems: secondOpinion(own.format, tidyLines(typed)), suggestion: null };
}

/** Verifies a zone again in which our own code found no problem. */
function secondOpinion(format: MrzFormat, lines: readonly string[]): readonly MrzProblem[] {
  const problems: MrzProblem[] = [];
  for (const { field, valid, line, start, value } of parse(lines).details) {
    if (valid || field === null || !Object.hasOwn(judgedTwice, field)) continue;
    const judged = judgedTwice[field as keyof typeof judgedTwice];
    if (isVisa(format) && ofPassports.has(judged)) continue;
    problems.push({
      ...{ field: judged, line: line + 1, column: start + 1, length: 1 },
      message: `The check digit ${value ?? ''} does not match on a second reading`,
      isWeighted: true,
    });
  }
  return problems;
}
