/** How often somebody may call: `calls` at once, and as many more in each `periodMs`. */
export interface CallRate {
  readonly calls: number;
  readonly periodMs: number;
}

/** What one caller may still ask. All times are milliseconds of one clock that only goes forward. */
export class CallBudget {
  private left: number;

  constructor(
    private readonly rate: CallRate,
    private atMs: number,
  ) {
    this.left = rate.calls;
  }

  /** Whether a call at this time may be made; it is counted where it may. */
  take(nowMs: number): boolean {
    const { calls, periodMs } = this.rate;
    this.left = Math.min(calls, this.left + ((nowMs - this.atMs) * calls) / periodMs);
    this.atMs = nowMs;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
