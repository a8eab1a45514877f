import { coverageOf } from './coverage.js';
import type { EvaluationResult } from './evaluation-report.js';

/**
 * Returns the share of the fields named in the conditions of an evaluation that had a value, from 0 to 1 with four decimals; 1 if they name
 * none.
 */
export const confidenceOf = (decided: EvaluationResult): number => coverageOf(decided).share;
