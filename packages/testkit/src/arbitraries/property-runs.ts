import { isWhole } from '../promises/report-promise.js';

/** Of a large number of runs, `npm test` does this part: each change tries another one. */
const part = 1 / 4;
const large = 50;

/**
 * How often a property is tried: `whole` times in `npm run promises`, in `npm test` a seeded part of that, and in
 * `npm run test:deep` as many times more as `TAMIS_RUNS` is above 1,000, the runs of a common property. A failing case prints its
 * seed; `TAMIS_SEED` replays it.
 */
export function propertyRuns(whole: number): { readonly numRuns: number; readonly seed?: number } {
  const { TAMIS_RUNS: runs, TAMIS_SEED: seed } = process.env;
  const usual = isWhole || whole < large ? whole : Math.ceil(whole * part);
  const numRuns = runs === undefined ? usual : Math.ceil((Number(runs) * whole) / 1_000);
  return { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) };
}

/** How large something is, where a part of it would be another thing: grows in `npm run test:deep` alone. */
export const wholeRuns = (whole: number): number =>
  process.env['TAMIS_RUNS'] === undefined ? whole : propertyRuns(whole).numRuns;

/** For tests of asynchronous properties: long enough for the deepest run, since only those of CI are to end by themselves. */
export const propertyTimeoutMs = process.env['TAMIS_RUNS'] === undefined ? 900_000 : 48 * 3_600_000;
