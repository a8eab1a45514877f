import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';

import type { PeriodicTask } from './periodic-task.js';

/** A provider whose task runs from the start of the server to its end. */
export abstract class PeriodicWork implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly task: PeriodicTask;

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }
}
