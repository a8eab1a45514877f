import type { Label } from '../events/replay-event.js';
import type { ComparisonState } from '../report/comparison.js';
import type { SideTallyState } from '../report/side-tally.js';

/**
 * What a dry run has counted so far, as JSON to be stored between two batches. It holds no records: a run that is resumed is
 * given all events from the first one on again, from which it rebuilds windows and lists without evaluating anything, until it is
 * where it was. Its size is that of the matches that are kept.
 */
export interface DryRunCheckpoint {
  /** SHA-256 of the request: sets, names, tables and options. */
  readonly request: string;
  /** Runs taken, evaluated or not: those alone are counted, as records beside them may come and go until it is resumed. */
  readonly runsDone: number;
  readonly labelled: Readonly<Record<Label, number>>;
  readonly counted: { readonly replayed: number; readonly late: number; readonly notEvaluated: number };
  /** First and last logical time, and the newest; null: there was none. */
  readonly times: { readonly from: number | null; readonly to: number | null; readonly newest: number | null };
  readonly sides: readonly SideTallyState[];
  readonly comparisons: readonly ComparisonState[];
}

/** The checkpoint is one of another request. */
export interface ResumeProblem {
  readonly kind: 'otherRequest';
}
