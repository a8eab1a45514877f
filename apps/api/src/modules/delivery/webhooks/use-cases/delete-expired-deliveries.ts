import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { PeriodicTask, PeriodicJob } from '../../../../platform/periodic-task.js';

import { deliveryLimits } from '../domain/delivery-limits.js';
import { findOrganizationsWithExpiredDeliveries, deleteExpiredDeliveries } from '../persistence/delivery-store.js';

/** Removes deliveries that are kept no longer, some at a time so that no statement takes long. */
@Injectable()
export class DeleteExpiredDeliveries extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'webhooks',
    'old deliveries were not removed',
    deliveryLimits.sweepMs,
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
    const organizations = await inTransaction(this.pool, null, findOrganizationsWithExpiredDeliveries);
    return this.task.runInOrganizations(organizations, deliveryLimits.sweepRows, (id, rows) =>
      deleteExpiredDeliveries(this.database.forOrganization(id), id, rows),
    );
  }
}
