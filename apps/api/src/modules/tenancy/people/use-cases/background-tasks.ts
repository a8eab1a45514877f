import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

/** Work whose time no answer may tell, so that none waits for it. The process ends when all of it is done. */
@Injectable()
export class BackgroundTasks implements BeforeApplicationShutdown {
  private readonly logger = new Logger('people');
  private readonly pending = new Set<Promise<void>>();

  /** `name` is what the log says that was not done, where it fails. */
  start(name: string, work: () => Promise<void>): void {
    const done = work().catch((error: unknown) => {
      this.logger.error(`${name} was not written: ${String(error)}`);
    });
    this.pending.add(done);
    void done.then(() => this.pending.delete(done));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }
}
