import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { deleteOldAttempts } from '../persistence/attempt-store.js';
import { deleteExpiredEmails } from '../persistence/person-email-store.js';

/** Removes attempts and emails that no longer count, because anybody can create them, with any address. */
@Injectable()
export class RemoveExpired extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'people',
    'removing old emails and attempts failed',
    limits.peopleSweepMs,
    () => this.removeExpired(),
  );

  constructor(@InjectPgPool() private readonly pool: PgPool) {
    super();
  }

  /** Returns the number of removed rows. */
  async removeExpired(): Promise<number> {
    return (await this.removeSome(deleteExpiredEmails)) + (await this.removeSome(deleteOldAttempts));
  }

  private removeSome(remove: (client: Transaction, most: number) => Promise<number>): Promise<number> {
    return this.task.runInBatches(limits.peopleSweepRows, (rows) =>
      inTransaction(this.pool, null, (client) => remove(client, rows)),
    );
  }
}
