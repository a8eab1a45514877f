import { appendFileSync } from 'node:fs';

/** Whether promises are shown or tests run deep: `npm run promises` and `npm run test:deep` do whole counts and measure. */
export const isWhole = process.env['TAMIS_PROMISES_FILE'] !== undefined || process.env['TAMIS_RUNS'] !== undefined;

/** How often something is done: a part of it in `npm test`. */
export const wholeOrPart = (whole: number, part: number): number => (isWhole ? whole : part);

/** Which part it is follows from the content of the commit, so that each change tries another one. */
export const partSeed = Number(process.env['TAMIS_SEED'] ?? 7);

/** One figure of a promise: what was reached, beside what must be. */
export interface PromiseFigure {
  /** With its unit and what it counts: `0 of 5,000 junk keys asked the database`. */
  readonly figure: string;
  readonly target: string;
  readonly holds: boolean;
}

/**
 * Hands a figure to `npm run promises`; does nothing in other runs of the tests. Called inside a test whose title begins with
 * `promise <number>:`, before its expectations, so that a figure that falls short is printed too. A promise may have several.
 */
export function reportPromise(number: number, figure: PromiseFigure): void {
  const file = process.env['TAMIS_PROMISES_FILE'];
  // One small write: test files in several processes append to the same file.
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ number, ...figure })}\n`);
}
