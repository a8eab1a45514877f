import type { PoolErrorReason } from '../pool-error.js';
import type { HistogramSnapshot } from './histogram.js';

/** What one worker holds, as of its last answer. */
export interface WorkerSnapshot {
  readonly threadId: number;
  /** Compiled sets. */
  readonly sets: number;
  /** Estimated. */
  readonly setBytes: number;
  readonly evictions: number;
  readonly compilations: number;
  /** Shared lists it has in view. */
  readonly lists: number;
}

/** What a pool did since it began, and what it holds now. Pure JSON. */
export interface PoolSnapshot {
  /** Now. */
  readonly waiting: number;
  /** Messages that workers have now. */
  readonly underWay: number;
  /** Rule sets registered now. */
  readonly sets: number;
  readonly answered: number;
  /** Evaluations that were not answered, by reason. */
  readonly refused: Readonly<Record<PoolErrorReason, number>>;
  /** Evaluations that were sent again after their worker died. */
  readonly repeated: number;
  readonly deaths: { readonly deadline: number; readonly crashed: number };
  /** Keys of the sets that are refused now. */
  readonly quarantined: readonly { readonly key: string; readonly ruleId: string | null; readonly reason: string }[];
  /** Evaluations a message. */
  readonly batchSizes: HistogramSnapshot;
  /** Microseconds of an evaluation in its thread, parsing included. */
  readonly runUs: HistogramSnapshot;
  /** Microseconds from the request until its message was sent. */
  readonly waitUs: HistogramSnapshot;
  readonly workers: readonly WorkerSnapshot[];
}
