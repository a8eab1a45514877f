import { workerState } from '../messages/batch-message.js';
import type { PoolErrorReason } from '../pool-error.js';
import { poolBuckets } from '../pool-limits.js';
import { Histogram } from './histogram.js';
import type { PoolSnapshot, WorkerSnapshot } from './pool-snapshot.js';

const noRefusals = (): Record<PoolErrorReason, number> => ({
  unknown_set: 0,
  set_invalid: 0,
  deadline: 0,
  crashed: 0,
  quarantined: 0,
  overloaded: 0,
  failed: 0,
  closed: 0,
});

/** Weight of the latest message in the expected time of an evaluation. */
const smoothingFactor = 0.1;

/** Counts the work of a pool. */
export class PoolMetrics {
  answered = 0;
  repeated = 0;
  readonly deaths = { deadline: 0, crashed: 0 };
  readonly batchSizes = new Histogram(poolBuckets.batchSize);
  readonly runUs = new Histogram(poolBuckets.runUs);
  readonly waitUs = new Histogram(poolBuckets.waitUs);
  private readonly refused = noRefusals();
  private readonly workers = new Map<number, WorkerSnapshot>();
  /** Average time of one evaluation in the last messages. `null` if there was none yet. */
  private averageRunUs: number | null = null;

  recordRefusal(reason: PoolErrorReason): void {
    this.refused[reason] += 1;
  }

  recordEvaluation(runUs: number): void {
    this.answered += 1;
    this.runUs.record(runUs);
    this.averageRunUs =
      this.averageRunUs === null ? runUs : this.averageRunUs + (runUs - this.averageRunUs) * smoothingFactor;
  }

  /** Returns the expected milliseconds for this number of evaluations in one thread. */
  expectedMs(evaluations: number): number {
    return ((this.averageRunUs ?? 0) * evaluations) / 1000;
  }

  /** Records the state that a worker reports in a reply. */
  recordWorker(numbers: Float64Array): void {
    const at = (place: number): number => numbers[place] as number;
    this.workers.set(at(workerState.threadId), {
      threadId: at(workerState.threadId),
      sets: at(workerState.sets),
      setBytes: at(workerState.setBytes),
      evictions: at(workerState.evictions),
      compilations: at(workerState.compilations),
      lists: at(workerState.lists),
    });
  }

  /** @param alive ids of the threads of now */
  snapshot(
    now: Pick<PoolSnapshot, 'waiting' | 'underWay' | 'sets' | 'quarantined'>,
    alive: readonly number[],
  ): PoolSnapshot {
    for (const threadId of this.workers.keys()) if (!alive.includes(threadId)) this.workers.delete(threadId);
    return {
      ...now,
      answered: this.answered,
      refused: { ...this.refused },
      repeated: this.repeated,
      deaths: { ...this.deaths },
      batchSizes: this.batchSizes.snapshot(),
      runUs: this.runUs.snapshot(),
      waitUs: this.waitUs.snapshot(),
      workers: [...this.workers.values()],
    };
  }
}
