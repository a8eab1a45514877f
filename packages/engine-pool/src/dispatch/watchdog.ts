import { EventEmitter } from 'node:events';
import { phases, progressBytes, WorkerProgress } from '../messages/worker-progress.js';
import { poolLimits } from '../pool-limits.js';

/** A message that a worker has. */
export class InFlightBatch {
  /** An emitter instead of an `AbortSignal`, which takes several times as long to make. */
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

  /** Ends the worker when it has got no further for too long. What it has answered may wait for this thread: that is no delay of its. */
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

/** Sees to it that no worker is stuck. */
export class Watchdog {
  /** Given to each worker at birth. */
  readonly shared: SharedArrayBuffer;
  private readonly progress: Int32Array<SharedArrayBuffer>;
  /** A dying worker may write once more: a slot rests for as long as the others are in use before it is taken again. */
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
    if (slot === undefined) throw new Error('more messages are under way than threads');
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
