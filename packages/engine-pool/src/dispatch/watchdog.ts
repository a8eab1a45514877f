import { EventEmitter } from 'node:events';
import { phases, progressBytes, WorkerProgress } from '../messages/worker-progress.js';
import { poolLimits } from '../pool-limits.js';

/** A message that a worker is processing. */
export class InFlightBatch {
  /** An emitter instead of an `AbortSignal`, whose creation takes several times as long. */
  readonly signal = new EventEmitter();
  expired = false;
  private lastState = '';
  private lastProgressMs: number;

  constructor(
    readonly slot: number,
    readonly progress: WorkerProgress,
    nowMs: number,
  ) {
    this.lastProgressMs = nowMs;
    progress.enter(phases.notBegun);
  }

  /**
   * Ends the worker if it has made no progress for too long. Results may be waiting for this thread, which is not a delay of the worker.
   */
  checkProgress(nowMs: number, deadlineMs: number): void {
    const { phase, item, rule } = this.progress;
    const state = `${phase} ${item} ${rule}`;
    if (state !== this.lastState || phase === phases.answered) {
      this.lastState = state;
      this.lastProgressMs = nowMs;
      return;
    }
    const allowedMs = phase === phases.evaluating ? deadlineMs : poolLimits.startAllowanceMs;
    if (nowMs - this.lastProgressMs < allowedMs || this.expired) return;
    this.expired = true;
    this.signal.emit('abort');
  }
}

/** Ensures that no worker is stuck. */
export class Watchdog {
  /** Passed to each worker at its start. */
  readonly shared: SharedArrayBuffer;
  private readonly progress: Int32Array<SharedArrayBuffer>;
  /** A dying worker may write once more, so a released slot is reused as late as possible. */
  private readonly free: number[];
  private readonly batches = new Set<InFlightBatch>();
  private readonly timer: NodeJS.Timeout;

  constructor(threads: number, deadlineMs: number) {
    const slots = threads * 4;
    this.shared = new SharedArrayBuffer(progressBytes(slots));
    this.progress = new Int32Array(this.shared);
    this.free = Array.from({ length: slots }, (_, slot) => slot);
    const { looksPerDeadline, shortestLookMs } = poolLimits;
    this.timer = setInterval(
      () => {
        for (const flight of this.batches) flight.checkProgress(performance.now(), deadlineMs);
      },
      Math.max(shortestLookMs, deadlineMs / looksPerDeadline),
    ).unref();
  }

  begin(nowMs: number): InFlightBatch {
    const slot = this.free.shift();
    if (slot === undefined) throw new Error('more messages are in progress than there are threads');
    const flight = new InFlightBatch(slot, new WorkerProgress(this.progress, slot), nowMs);
    this.batches.add(flight);
    return flight;
  }

  end(flight: InFlightBatch): void {
    this.batches.delete(flight);
    this.free.push(flight.slot);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
