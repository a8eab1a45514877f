import type { Label } from '../events/replay-event.js';
import type { ComparisonState } from '../report/comparison.js';
import type { SideTallyState } from '../report/side-tally.js';

/**
 * The counts of a dry run so far, as JSON to be stored between two batches. It contains no records: a resumed run receives all events from
 * the first one again and rebuilds windows and lists from them without evaluating anything, until it is back at the same point. Its size is
 * that of the matches that are kept.
 */
export interface DryRunCheckpoint {
  /** SHA-256 of the request: sets, names, tables and options. */
  readonly request: string;
  /**
   * Number of processed evaluation events, evaluated or not. Only these are counted, since other records may be added or removed before the
   * run is resumed.
   */
  readonly runsDone: number;
  readonly labelled: Readonly<Record<Label, number>>;
  readonly counted: { readonly replayed: number; readonly late: number; readonly notEvaluated: number };
  /** First and last logical time, and the newest. `null` if there was none. */
  readonly times: { readonly from: number | null; readonly to: number | null; readonly newest: number | null };
  readonly sides: readonly SideTallyState[];
  readonly comparisons: readonly ComparisonState[];
}

/** The checkpoint belongs to another request. */
export interface ResumeProblem {
  readonly kind: 'otherRequest';
}
