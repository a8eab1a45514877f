import type { FaultPlan } from './faults/fault-plan.js';
import { poolLimits } from './pool-limits.js';

/** A worker was ended, ended itself or lost a message by an exception. */
export interface WorkerDied {
  readonly kind: 'workerDied';
  /** `deadline` means that the pool ended it. */
  readonly cause: 'deadline' | 'crashed';
  /** Set, evaluation and rule that it was processing. `null` if there was none or it is not known. */
  readonly key: string | null;
  readonly evaluationId: string | null;
  readonly ruleId: string | null;
  readonly message: string;
}

/** A rule set or a rule that has killed several workers. Evaluations with it are rejected from now on. */
export interface Quarantined {
  readonly kind: 'quarantined';
  readonly key: string;
  /** `null` if it is not known which rule of the set it is. Otherwise every set that contains this rule is rejected. */
  readonly ruleId: string | null;
  readonly deaths: number;
  readonly reason: string;
}

export type PoolEvent = WorkerDied | Quarantined;

export interface PoolOptions {
  /** Number of worker threads. All are started at once and kept. */
  readonly threads: number;
  /** Maximum number of evaluations in one message. */
  readonly maxBatch?: number;
  /** An evaluation without an outcome for this many milliseconds, or up to half as many more, ends its worker. */
  readonly deadlineMs?: number;
  /** Maximum number of evaluations that wait for a worker. Further ones are rejected as `overloaded`. */
  readonly maxWaiting?: number;
  /** Estimated bytes of compiled sets that each worker keeps. The set in use is kept regardless of its size. */
  readonly setBytesPerWorker?: number;
  /** Megabytes of heap that a worker may have in addition to its sets. A worker that needs more dies. */
  readonly heapBesidesSetsMb?: number;
  readonly onEvent?: (event: PoolEvent) => void;
  /** For tests: where workers fail. */
  readonly faults?: FaultPlan;
}

export type ResolvedPoolOptions = Required<Omit<PoolOptions, 'faults'>> & Pick<PoolOptions, 'faults'>;

export const withDefaults = (options: PoolOptions): ResolvedPoolOptions => ({
  maxBatch: poolLimits.maxBatch,
  deadlineMs: poolLimits.deadlineMs,
  maxWaiting: poolLimits.maxWaiting,
  setBytesPerWorker: poolLimits.setBytesPerWorker,
  heapBesidesSetsMb: poolLimits.heapBesidesSetsMb,
  onEvent: () => undefined,
  ...options,
});
