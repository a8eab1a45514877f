import { Inject, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';

import { limits } from './limits.js';

/** Which process looks for which work, where several could. */
export abstract class WorkOwners {
  /** Of the lease of this process. */
  abstract readonly processId: string;
  /** Processes whose lease holds, but for this one. */
  abstract findOthers(): Promise<readonly string[]>;
  /** Whether this process looks for work of the kind. */
  abstract isMine(kind: string): boolean;
}

/** A provider whose task runs from the start of the server to its end. */
export abstract class PeriodicJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly task: PeriodicTask;
  /** Of work that waits in this process and not in the database, or that not every process may be set up for. */
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

/** Something that is done again and again while the server runs, never twice at once; a failure is logged and the next time comes. */
export class PeriodicTask {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | null = null;
  private stopped = false;
  private skippedLooks = 0;
  /** Whether it did something the last time: then there is more than its owner does alone. */
  private foundWork = false;

  /** `failure` says what was not done, for the log. What the task comes to, true or a number, says whether there was work. */
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

  /** As `start`, where other processes do the same: mostly the one that owns the kind of work looks for it. */
  startAmong(owners: WorkOwners, kind: string): void {
    this.timer = setInterval(() => {
      const isDue = owners.isMine(kind) || this.foundWork || this.skippedLooks + 1 >= limits.othersLookEvery;
      this.skippedLooks = isDue ? 0 : this.skippedLooks + 1;
      if (isDue) this.runNow();
    }, this.everyMs).unref();
  }

  /** Does it now, unless it is under way. */
  runNow(): void {
    this.running ??= this.task()
      .then((found) => void (this.foundWork = found === true || (typeof found === 'number' && found > 0)))
      .catch((error: unknown) => this.logger.warn(`${this.failureMessage}: ${String(error)}`))
      .finally(() => (this.running = null));
  }

  /** Whether `runNow` should come to an end. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /**
   * Does things some at a time, so that no statement takes long: until it did fewer than `most`, as there are no more, or is stopped.
   * How many were done.
   */
  async runInBatches(most: number, some: (most: number) => Promise<number>): Promise<number> {
    let done = 0;
    for (let few = most; few === most && !this.stopped; done += few) few = await some(most);
    return done;
  }

  /** As `runInBatches`, for one organization after the other. How many were done in all. */
  async runInOrganizations(
    organizationIds: readonly string[],
    most: number,
    some: (organizationId: string, most: number) => Promise<number>,
  ): Promise<number> {
    let done = 0;
    for (const id of organizationIds) done += await this.runInBatches(most, (few) => some(id, few));
    return done;
  }

  /** Resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }
}
