/** Rate limit: `calls` at once, and that many more in each `periodMs`. */
export interface CallRate {
  readonly calls: number;
  readonly periodMs: number;
}

/** The remaining calls of one caller. All times are milliseconds of a monotonic clock. */
export class TokenBucket {
  private tokens: number;

  constructor(
    private readonly rate: CallRate,
    private atMs: number,
  ) {
    this.tokens = rate.calls;
  }

  /** Returns whether a call is allowed at this time, and counts it if so. */
  tryTake(nowMs: number): boolean {
    const { calls, periodMs } = this.rate;
    this.tokens = Math.min(calls, this.tokens + ((nowMs - this.atMs) * calls) / periodMs);
    this.atMs = nowMs;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
