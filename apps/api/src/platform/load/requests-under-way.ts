/** Counts the requests in flight, so that background work can yield to them. */
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

  /** Returns whether a request arrived within this many milliseconds or is still in flight. */
  wereThereWithin(ms: number): boolean {
    return this.count > 0 || performance.now() - this.lastMs < ms;
  }

  /** Resolves once no request is in flight, at the latest after this many milliseconds. */
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

/** Requests in flight of this process, except those of monitoring. */
export const requestsUnderWay = new RequestsUnderWay();
