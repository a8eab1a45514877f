import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import { isAnyWebhook } from '../persistence/delivery-queue.js';

/** Whether there is a webhook at all: while there is none, nobody looks for what one is to be sent, so that it costs nothing. */
@Injectable()
export class AnyWebhook {
  private lastResult = false;
  private checkedAt = Number.NEGATIVE_INFINITY;

  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /** One that another process stored is seen within `noneLookMs`. */
  async exists(): Promise<boolean> {
    if (this.lastResult || performance.now() - this.checkedAt < deliveryLimits.noneLookMs) return this.lastResult;
    this.checkedAt = performance.now();
    this.lastResult = await inTransaction(this.pool, null, async (client) => {
      await client.allowLookup('webhooks');
      return isAnyWebhook(client);
    });
    return this.lastResult;
  }
}
