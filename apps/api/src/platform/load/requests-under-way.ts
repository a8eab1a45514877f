/** How many requests somebody waits for, so that work in the background gives way to them. */
export class RequestsUnderWay {
  private count = 0;
  private lastMs = -Infinity;
  private readonly waiting = new Set<() => void>();

  begin(): void {
    this.count += 1;
    this.lastMs = performance.now();
  }

  end(): void {
    this.count -= 1;
    if (this.count === 0) for (const resume of this.waiting) resume();
  }

  /** Whether somebody asked within so many milliseconds, or waits still. */
  wereThereWithin(ms: number): boolean {
    return this.count > 0 || performance.now() - this.lastMs < ms;
  }

  /** Resolves once there is none, and after so many milliseconds in any case. */
  async whenNone(mostMs: number): Promise<void> {
    if (this.count === 0) return;
    await new Promise<void>((resolve) => {
      const resume = (): void => {
        clearTimeout(timer);
        this.waiting.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, mostMs);
      this.waiting.add(resume);
    });
  }
}

/** Of this process; who watches the server does not count. */
export const requestsUnderWay = new RequestsUnderWay();
