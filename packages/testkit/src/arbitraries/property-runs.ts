/**
 * How often a property is tried: `inCi` times, or in `npm run test:deep` as many times more as `TAMIS_RUNS` is above 1,000, the
 * runs of a common property in CI. A failing case prints its seed; `TAMIS_SEED` replays it.
 */
export function propertyRuns(inCi: number): { readonly numRuns: number; readonly seed?: number } {
  const { TAMIS_RUNS: runs, TAMIS_SEED: seed } = process.env;
  const numRuns = runs === undefined ? inCi : Math.ceil((Number(runs) * inCi) / 1_000);
  return { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) };
}

/** For tests of asynchronous properties: long enough for the deepest run, since only those of CI are to end by themselves. */
export const propertyTimeoutMs = process.env['TAMIS_RUNS'] === undefined ? 900_000 : 48 * 3_600_000;
