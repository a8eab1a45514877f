import { Inject, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';

import { limits } from './limits.js';

/** Determines which process looks for which work, if several could. */
export abstract class WorkOwners {
  /** Id of the lease of this process. */
  abstract readonly processId: string;
  /** Returns the other processes that have a valid lease. */
  abstract findOthers(): Promise<readonly string[]>;
  /** Whether this process looks for work of the kind. */
  abstract isMine(kind: string): boolean;
}

/** A provider whose task runs from startup to shutdown of the server. */
export abstract class PeriodicJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly task: PeriodicTask;
  /** Set for work that is queued in this process instead of the database, or that not every process may be configured for. */
  protected readonly isOfProcess: boolean = false;
  @Inject(WorkOwners) private readonly workOwners!: WorkOwners;

  onApplicationBootstrap(): void {
    if (this.isOfProcess) this.task.start();
    else this.task.startAmong(this.workOwners, this.constructor.name);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }
}

/**
 * A task that is repeated while the server runs, never concurrently with itself. A failure is logged, and the task is repeated as usual.
 */
export class PeriodicTask {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | null = null;
  private stopped = false;
  private skippedLooks = 0;
  /** Whether the task found work the last time. There is then more than its owner can do alone. */
  private foundWork = false;

  /** `failureMessage` describes for the log what was not done. The result of the task, true or a number, says whether there was work. */
  constructor(
    name: string,
    private readonly failureMessage: string,
    private readonly everyMs: number,
    private readonly task: () => Promise<unknown>,
  ) {
    this.logger = new Logger(name);
  }

  start(): void {
    this.timer = setInterval(() => this.runNow(), this.everyMs).unref();
  }

  /** Like `start`, if other processes have the same task: normally only the process that owns the kind of work looks for it. */
  startAmong(owners: WorkOwners, kind: string): void {
    this.timer = setInterval(() => {
      const isDue = owners.isMine(kind) || this.foundWork || this.skippedLooks + 1 >= limits.othersLookEvery;
      this.skippedLooks = isDue ? 0 : this.skippedLooks + 1;
      if (isDue) this.runNow();
    }, this.everyMs).unref();
  }

  /** Runs the task now, unless it is already running. */
  runNow(): void {
    this.running ??= this.task()
      .then((found) => void (this.foundWork = found === true || (typeof found === 'number' && found > 0)))
      .catch((error: unknown) => this.logger.warn(`${this.failureMessage}: ${String(error)}`))
      .finally(() => (this.running = null));
  }

  /** Whether a running task should end. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /**
   * Processes items in batches, so that no statement takes long, until fewer than `most` were processed, since then there are no more, or
   * the task is stopped. Returns the number of processed items.
   */
  async runInBatches(most: number, some: (most: number) => Promise<number>): Promise<number> {
    let done = 0;
    for (let few = most; few === most && !this.stopped; done += few) few = await some(most);
    return done;
  }

  /** Like `runInBatches`, for one organization after another. Returns the total number of processed items. */
  async runInOrganizations(
    organizationIds: readonly string[],
    most: number,
    some: (organizationId: string, most: number) => Promise<number>,
  ): Promise<number> {
    let done = 0;
    for (const id of organizationIds) done += await this.runInBatches(most, (few) => some(id, few));
    return done;
  }

  /** Stops the task, and resolves when its current execution has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }
}
