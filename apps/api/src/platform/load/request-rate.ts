const windowMs = 1_000;

/** How many requests came lately, so that work in the background gives way to those who wait for an answer. */
export class RequestRate {
  private startedMs = -Infinity;
  private count = 0;
  private countBefore = 0;

  note(nowMs = performance.now()): void {
    this.advance(nowMs);
    this.count += 1;
  }

  /** Whether there were so many, in the second that goes on or in the one before. */
  isAtLeast(perSecond: number, nowMs = performance.now()): boolean {
    this.advance(nowMs);
    return Math.max(this.count, this.countBefore) >= perSecond;
  }

  private advance(nowMs: number): void {
    const passedMs = nowMs - this.startedMs;
    if (passedMs < windowMs) return;
    this.countBefore = passedMs < 2 * windowMs ? this.count : 0;
    this.count = 0;
    this.startedMs = nowMs;
  }
}

/** Of this process; who watches the server does not count. */
export const requestRate = new RequestRate();
