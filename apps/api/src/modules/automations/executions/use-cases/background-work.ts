import { Logger } from '@nestjs/common';

/** Background work, with one task at a time per name. Failures are counted and logged, and the work is retried on the next check. */
export class BackgroundWork {
  private readonly logger = new Logger('automations');
  private readonly underWay = new Map<string, Promise<void>>();
  private failures = 0;
  private stopped = false;

  /** `failure` describes for the log what was not done. */
  constructor(private readonly failure: string) {}

  get isStopped(): boolean {
    return this.stopped;
  }

  isUnderWay(name: string): boolean {
    return this.underWay.has(name);
  }

  begin(name: string, work: () => Promise<void>): void {
    if (this.stopped || this.underWay.has(name)) return;
    const done = work()
      .catch((error: unknown) => this.countFailure(error))
      .finally(() => this.underWay.delete(name));
    this.underWay.set(name, done);
  }

  /** Counts a failure and logs only its kind, since messages may contain customer data. */
  countFailure(error: unknown): void {
    this.failures += 1;
    const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
    this.logger.warn(`${this.failure}: ${String(code ?? name)}, ${this.failures} times since the start`);
  }

  /** Stops the work, and resolves when tasks in progress have ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.underWay.values());
  }
}
