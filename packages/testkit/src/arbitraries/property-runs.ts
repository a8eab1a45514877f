import { isWhole } from '../promises/report-promise.js';

/** The share of a large number of runs that `npm test` performs. Each change tries different cases. */
const part = 1 / 4;
const large = 50;

/**
 * Returns how often a property is tried: `whole` times in `npm run promises`, a seeded part of that in `npm test`, and in `npm run
 * test:deep` multiplied by the ratio of `TAMIS_RUNS` to 1,000, the runs of a common property. A failing case prints its seed, and
 * `TAMIS_SEED` replays it.
 */
export function propertyRuns(whole: number): { readonly numRuns: number; readonly seed?: number } {
  const { TAMIS_RUNS: runs, TAMIS_SEED: seed } = process.env;
  const usual = isWhole || whole < large ? whole : Math.ceil(whole * part);
  const numRuns = runs === undefined ? usual : Math.ceil((Number(runs) * whole) / 1_000);
  return { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) };
}

/** Returns a size of which a part would not be meaningful. It only grows in `npm run test:deep`. */
export const wholeRuns = (whole: number): number =>
  process.env['TAMIS_RUNS'] === undefined ? whole : propertyRuns(whole).numRuns;

/** Timeout for tests of asynchronous properties: long enough for the deepest run, since only runs in CI should be ended by it. */
export const propertyTimeoutMs = process.env['TAMIS_RUNS'] === undefined ? 900_000 : 48 * 3_600_000;
