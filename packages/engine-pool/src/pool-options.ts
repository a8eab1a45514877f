import type { FaultPlan } from './faults/fault-plan.js';
import { poolLimits } from './pool-limits.js';

/** A worker was ended, ended itself or lost a message by an exception. */
export interface WorkerDied {
  readonly kind: 'workerDied';
  /** `deadline`: the pool ended it. */
  readonly cause: 'deadline' | 'crashed';
  /** Set, evaluation and rule it was at; null: none, or not known. */
  readonly key: string | null;
  readonly evaluationId: string | null;
  readonly ruleId: string | null;
  readonly message: string;
}

/** A rule set or a rule that killed several workers: evaluations with it are refused from now on. */
export interface Quarantined {
  readonly kind: 'quarantined';
  readonly key: string;
  /** Null: which rule of the set it is, is not known. Else every set that holds this rule is refused. */
  readonly ruleId: string | null;
  readonly deaths: number;
  readonly reason: string;
}

export type PoolEvent = WorkerDied | Quarantined;

export interface PoolOptions {
  /** Worker threads; all are started at once and kept. */
  readonly threads: number;
  /** Evaluations that travel in one message at most. */
  readonly maxBatch?: number;
  /** An evaluation without an outcome for this long, and up to half as much more, ends its worker; milliseconds. */
  readonly deadlineMs?: number;
  /** Evaluations that wait for a worker at most; further ones are refused as `overloaded`. */
  readonly maxWaiting?: number;
  /** Estimated bytes of compiled sets that each worker keeps; the set in use stays, however large. */
  readonly setBytesPerWorker?: number;
  /** Megabytes of heap a worker may have besides its sets; one that needs more dies. */
  readonly heapBesidesSetsMb?: number;
  readonly onEvent?: (event: PoolEvent) => void;
  /** For tests: where workers are to fail. */
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
