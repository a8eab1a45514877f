import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

import { allowLookup, InjectPgPool, inTransaction, type PgPool } from '../database/index.js';
import { limits } from '../limits.js';
import { removeExpired } from './answer-store.js';

/** Removes answers that are no longer given again, a batch at a time so that no statement takes long. */
@Injectable()
export class ExpiredAnswers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('idempotency');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.remove().catch((error: unknown) => {
        this.logger.warn(`expired answers were not removed: ${String(error)}`);
      });
    }, limits.idempotencySweepMs).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** How many were removed. */
  async remove(): Promise<number> {
    let removed = 0;
    for (;;) {
      const batch = await inTransaction(this.pool, null, async (client) => {
        await allowLookup(client, 'expired answers');
        return removeExpired(client, limits.idempotencySweepRows);
      });
      removed += batch;
      if (batch < limits.idempotencySweepRows || this.stopped) return removed;
    }
  }
}
