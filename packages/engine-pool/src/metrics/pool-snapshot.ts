import type { PoolErrorReason } from '../pool-error.js';
import type { HistogramSnapshot } from './histogram.js';

/** State of one worker as of its last reply. */
export interface WorkerSnapshot {
  readonly threadId: number;
  /** Compiled sets. */
  readonly sets: number;
  /** Estimated. */
  readonly setBytes: number;
  readonly evictions: number;
  readonly compilations: number;
  /** Shared lists that it can read. */
  readonly lists: number;
}

/** What a pool has done since its start, and what it holds now. Pure JSON. */
export interface PoolSnapshot {
  /** Now. */
  readonly waiting: number;
  /** Messages that workers are processing. */
  readonly underWay: number;
  /** Rule sets that are registered now. */
  readonly sets: number;
  readonly answered: number;
  /** Evaluations without a result, by reason. */
  readonly refused: Readonly<Record<PoolErrorReason, number>>;
  /** Evaluations that were sent again after their worker died. */
  readonly repeated: number;
  readonly deaths: { readonly deadline: number; readonly crashed: number };
  /** Keys of the sets that are rejected now. */
  readonly quarantined: readonly { readonly key: string; readonly ruleId: string | null; readonly reason: string }[];
  /** Evaluations per message. */
  readonly batchSizes: HistogramSnapshot;
  /** Microseconds of an evaluation in its thread, including parsing. */
  readonly runUs: HistogramSnapshot;
  /** Microseconds from the request until its message was sent. */
  readonly waitUs: HistogramSnapshot;
  readonly workers: readonly WorkerSnapshot[];
}
