import { appendFileSync } from 'node:fs';

/** Whether promises are demonstrated or tests run deep: `npm run promises` and `npm run test:deep` use full counts and measure. */
export const isWhole = process.env['TAMIS_PROMISES_FILE'] !== undefined || process.env['TAMIS_RUNS'] !== undefined;

/** Returns how often something is done. In `npm test` it is only a part. */
export const wholeOrPart = (whole: number, part: number): number => (isWhole ? whole : part);

/** The part is chosen by the content of the commit, so that each change tries a different one. */
export const partSeed = Number(process.env['TAMIS_SEED'] ?? 7);

/** One figure of a promise: the result, and the required value. */
export interface PromiseFigure {
  /** With its unit and what it counts: `0 of 5,000 junk keys asked the database`. */
  readonly figure: string;
  readonly target: string;
  readonly holds: boolean;
}

/**
 * Passes a figure to `npm run promises`. Does nothing in other test runs. To be called in a test whose title begins with `promise
 * <number>:`, before its expectations, so that a missed figure is printed as well. A promise may have several figures.
 */
export function reportPromise(number: number, figure: PromiseFigure): void {
  const file = process.env['TAMIS_PROMISES_FILE'];
  // One small write, because test files in several processes append to the same file.
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ number, ...figure })}\n`);
}
