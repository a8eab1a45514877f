import { coverageOf } from './coverage.js';
import type { Decided } from './run-report.js';

/** The share of the fields the conditions of a run name that had a value, 0 to 1, four decimals; 1 where they name none. */
export const confidenceOf = (decided: Decided): number => coverageOf(decided).share;
