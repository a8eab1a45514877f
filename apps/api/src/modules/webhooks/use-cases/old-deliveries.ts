import { Injectable } from '@nestjs/common';

import {
  allowLookup,
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
} from '../../../platform/database/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import { PeriodicTask } from '../../../platform/periodic-task.js';
import { PeriodicWork } from '../../../platform/periodic-work.js';
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
    const organizations = await inTransaction(this.pool, null, async (client) => {
      await allowLookup(client, 'webhooks');
      return organizationsWithOldDeliveries(client);
    });
    let removed = 0;
    for (const organizationId of organizations) {
      let few: number = deliveryLimits.sweepRows;
      while (few === deliveryLimits.sweepRows && !this.task.isStopped)
        removed += few = await removeOldDeliveries(this.database.of(organizationId), organizationId);
    }
    return removed;
  }
}
