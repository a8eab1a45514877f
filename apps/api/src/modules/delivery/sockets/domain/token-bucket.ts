/** How often somebody may call: `calls` at once, and as many more in each `periodMs`. */
export interface CallRate {
  readonly calls: number;
  readonly periodMs: number;
}

/** What one caller may still ask. All times are milliseconds of one clock that only goes forward. */
export class TokenBucket {
  private tokens: number;

  constructor(
    private readonly rate: CallRate,
    private atMs: number,
  ) {
    this.tokens = rate.calls;
  }

  /** Whether a call at this time may be made; it is counted where it may. */
  tryTake(nowMs: number): boolean {
    const { calls, periodMs } = this.rate;
    this.tokens = Math.min(calls, this.tokens + ((nowMs - this.atMs) * calls) / periodMs);
    this.atMs = nowMs;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
