import { Logger } from '@nestjs/common';

/** Work that goes on while nobody waits for it, each under its name once at a time. What fails is counted and told, and is looked for again. */
export class BackgroundWork {
  private readonly logger = new Logger('automations');
  private readonly underWay = new Map<string, Promise<void>>();
  private failures = 0;
  private stopped = false;

  /** `failure` says what was not done, for the log. */
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

  /** Tells what kind of error it was: a message can hold what customers stored. */
  countFailure(error: unknown): void {
    this.failures += 1;
    const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
    this.logger.warn(`${this.failure}: ${String(code ?? name)}, ${this.failures} times since the start`);
  }

  /** Resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.underWay.values());
  }
}
