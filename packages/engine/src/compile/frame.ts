import type { Outcome } from '@tamis/lang';
import type { EvaluationEnvironment } from '../facts/environment.js';
import type { Facts, RecordSource, Context } from '../facts/facts.js';

/** What one run reads. One frame per compiled set is filled anew for each run, so that running allocates next to nothing. */
export interface Frame {
  /** `nextEpoch()` of each run: what was computed under another number is stale. */
  epoch: number;
  context: Context;
  facts: Facts;
  environment: EvaluationEnvironment;
  /** The source the subject is itself a record of. */
  ownSource: RecordSource | null;
  /** Index of the record the aggregate under way is looking at. */
  row: number;
}

let lastEpoch = 0;

/** A number no run of this thread had before: sets that share terms never take each other's values for their own. */
export const nextEpoch = (): number => ++lastEpoch;

/** A compiled node. A condition yields true, false or an unknown. */
export type Term = (frame: Frame) => Outcome;
