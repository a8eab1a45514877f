import { Injectable } from '@nestjs/common';

import { allowLookup, InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import { isAnyWebhook } from '../persistence/delivery-queue.js';

/** Whether there is a webhook at all: while there is none, nobody looks for what one is to be sent, so that it costs nothing. */
@Injectable()
export class AnyWebhook {
  private found = false;
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /** One that another process stored is seen within `noneLookMs`. */
  async exists(): Promise<boolean> {
    if (this.found || performance.now() - this.askedAt < deliveryLimits.noneLookMs) return this.found;
    this.askedAt = performance.now();
    this.found = await inTransaction(this.pool, null, async (client) => {
      await allowLookup(client, 'webhooks');
      return isAnyWebhook(client);
    });
    return this.found;
  }
}
