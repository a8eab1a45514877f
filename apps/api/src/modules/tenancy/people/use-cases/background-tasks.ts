import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

/**
 * Work whose duration must not be visible in a response, so that responses do not wait for it. The process ends only after all of it is
 * done.
 */
@Injectable()
export class BackgroundTasks implements BeforeApplicationShutdown {
  private readonly logger = new Logger('people');
  private readonly pending = new Set<Promise<void>>();

  /** `name` describes, in the log entry of a failure, what was not done. */
  start(name: string, work: () => Promise<void>): void {
    const done = work().catch((error: unknown) => {
      this.logger.error(`writing ${name} failed: ${String(error)}`);
    });
    this.pending.add(done);
    void done.then(() => this.pending.delete(done));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }
}
