/** A worker that has not begun after this long is not starting or compiling any more; milliseconds. */
const startAllowanceMs = 30_000;

/**
 * Ends a message whose worker makes no progress: no further item begun within the deadline. Starting a thread and compiling a
 * set have an allowance of their own, so that a deadline can be short.
 */
export class StuckWatch {
  readonly signal: AbortSignal;
  private readonly controller = new AbortController();
  private readonly progress: Int32Array;
  private readonly timer: NodeJS.Timeout;
  private seen = 0;
  private waitedMs = 0;

  constructor(
    begun: SharedArrayBuffer,
    private readonly deadlineMs: number,
  ) {
    this.signal = this.controller.signal;
    this.progress = new Int32Array(begun);
    this.timer = setInterval(() => this.look(), deadlineMs).unref();
  }

  get expired(): boolean {
    return this.signal.aborted;
  }

  /** How many items the worker has begun. */
  begunItems(): number {
    return Atomics.load(this.progress, 0);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const begun = this.begunItems();
    this.waitedMs = begun === this.seen ? this.waitedMs + this.deadlineMs : 0;
    this.seen = begun;
    if (this.waitedMs >= (begun === 0 ? startAllowanceMs : this.deadlineMs)) this.controller.abort();
  }
}
