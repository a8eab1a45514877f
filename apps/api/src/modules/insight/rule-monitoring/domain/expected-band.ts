import type { ExpectedCounts } from '../../../rules/rules/index.js';

/** Daily hits expected from a dry run of the same content: the range covers nine days out of ten if hits are independent of each other. */
export interface ExpectedBand {
  readonly low: number;
  readonly high: number;
  /** Id of the dry run. */
  readonly source: string;
}

/** Number of standard deviations that excludes one day in twenty at each end. */
const zScore = 1.645;

/** The standard deviation of independent daily hits is the square root of their number. */
export function expectedBandOf({
  hits,
  days,
  dryRunId,
}: Pick<ExpectedCounts, 'hits' | 'days' | 'dryRunId'>): ExpectedBand {
  const daily = hits / days;
  const wide = zScore * Math.sqrt(daily);
  return { low: Math.max(0, Math.floor(daily - wide)), high: Math.ceil(daily + wide), source: dryRunId };
}
