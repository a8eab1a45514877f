import { coverageOf } from './coverage.js';
import type { EvaluationResult } from './evaluation-report.js';

/** The share of the fields the conditions of a run name that had a value, 0 to 1, four decimals; 1 where they name none. */
export const confidenceOf = (decided: EvaluationResult): number => coverageOf(decided).share;
