import type { ExpectedCounts } from '../../../rules/rules/index.js';

/** Hits a day that a dry run of the content lets expect: nine days in ten, were hits independent of each other. */
export interface ExpectedBand {
  readonly low: number;
  readonly high: number;
  /** The dry run. */
  readonly source: string;
}

/** Standard deviations of a count that leave out one day in twenty at each end. */
const zScore = 1.645;

/** Independent hits of a day vary by the root of their number. */
export function expectedBandOf({
  hits,
  days,
  dryRunId,
}: Pick<ExpectedCounts, 'hits' | 'days' | 'dryRunId'>): ExpectedBand {
  const daily = hits / days;
  const wide = zScore * Math.sqrt(daily);
  return { low: Math.max(0, Math.floor(daily - wide)), high: Math.ceil(daily + wide), source: dryRunId };
}
