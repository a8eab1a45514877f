import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

/** Work whose time no answer may tell, so that none waits for it. The process ends when all of it is done. */
@Injectable()
export class BesideAnswers implements BeforeApplicationShutdown {
  private readonly logger = new Logger('people');
  private readonly open = new Set<Promise<void>>();

  /** `name` is what the log says that was not done, where it fails. */
  run(name: string, work: () => Promise<void>): void {
    const done = work().catch((error: unknown) => {
      this.logger.error(`${name} was not written: ${String(error)}`);
    });
    this.open.add(done);
    void done.then(() => this.open.delete(done));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.open);
  }
}
