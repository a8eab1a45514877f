import type { Outcome } from '@tamis/lang';
import type { EvaluationEnvironment } from '../facts/environment.js';
import type { Facts, RecordSource, Context } from '../facts/facts.js';

/**
 * The data of one evaluation. Each compiled set has one frame, which is refilled for each evaluation, so that evaluating allocates almost
 * nothing.
 */
export interface Frame {
  /** `nextEpoch()` of each evaluation. Values computed under another number are stale. */
  epoch: number;
  context: Context;
  facts: Facts;
  environment: EvaluationEnvironment;
  /** The record source to which the subject itself belongs. */
  ownSource: RecordSource | null;
  /** Index of the record that the current aggregate is processing. */
  row: number;
}

let lastEpoch = 0;

/** Returns a number that no evaluation of this thread has used, so that sets with shared terms never use each other's values. */
export const nextEpoch = (): number => ++lastEpoch;

/** A compiled node. A condition returns true, false or an unknown. */
export type Term = (frame: Frame) => Outcome;
