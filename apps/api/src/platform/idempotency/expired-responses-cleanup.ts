import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool } from '../database/index.js';
import { limits } from '../limits.js';
import { PeriodicTask, PeriodicJob } from '../periodic-task.js';

import { deleteExpired } from './response-store.js';

/** Removes stored responses that are no longer replayed, in batches, so that no statement takes long. */
@Injectable()
export class ExpiredResponsesCleanup extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'idempotency',
    'removing expired responses failed',
    limits.idempotencySweepMs,
    () => this.removeExpired(),
  );

  constructor(@InjectPgPool() private readonly pool: PgPool) {
    super();
  }

  /** Returns how many were removed. */
  removeExpired(): Promise<number> {
    return this.task.runInBatches(limits.idempotencySweepRows, (rows) =>
      inTransaction(this.pool, null, async (client) => {
        await client.allowLookup('expired answers');
        return deleteExpired(client, rows);
      }),
    );
  }
}
