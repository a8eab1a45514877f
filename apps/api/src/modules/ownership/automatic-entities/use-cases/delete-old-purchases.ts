import { Injectable } from '@nestjs/common';

import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { purchaseLimits } from '../domain/purchase-limits.js';
import { deleteOldPurchases, organizationsWithOldPurchases } from '../persistence/purchase-store.js';

/** Forgets what registers told of companies that nobody has stored since. */
@Injectable()
export class DeleteOldPurchases extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'automatic entities',
    'old basic data was not removed',
    purchaseLimits.sweepMs,
    () => this.remove(),
  );

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
  ) {
    super();
  }

  /** How many. */
  async remove(): Promise<number> {
    const { keptDays: days, sweepRows } = purchaseLimits;
    const find = (client: Transaction) => organizationsWithOldPurchases(client, days);
    return this.task.runInOrganizations(await inTransaction(this.pool, null, find), sweepRows, (id, rows) =>
      deleteOldPurchases(this.database.forOrganization(id), id, { days, rows }),
    );
  }
}
