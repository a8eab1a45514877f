import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { PeriodicTask, PeriodicWork } from '../../../../platform/periodic-task.js';

import { deliveryLimits } from '../domain/delivery-limits.js';
import { organizationsWithOldDeliveries, removeOldDeliveries } from '../persistence/delivery-store.js';

/** Removes deliveries that are kept no longer, some at a time so that no statement takes long. */
@Injectable()
export class OldDeliveries extends PeriodicWork {
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
    let removed = 0;
    for (const organizationId of await inTransaction(this.pool, null, organizationsWithOldDeliveries))
      removed += await this.task.inBatches(deliveryLimits.sweepRows, (rows) =>
        removeOldDeliveries(this.database.of(organizationId), organizationId, rows),
      );
    return removed;
  }
}
