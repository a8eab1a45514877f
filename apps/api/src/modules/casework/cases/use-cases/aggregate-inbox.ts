import { Injectable } from '@nestjs/common';

import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicTask, PeriodicJob } from '../../../../platform/periodic-task.js';

import { aggregateInboxChanges, organizationsWithInboxChanges } from '../persistence/inbox-store.js';

/** Periodically aggregates the changes of inboxes, so that a summary reads few rows. */
@Injectable()
export class AggregateInbox extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'inbox',
    'updating the inbox counts is delayed',
    limits.inboxAddUpMs,
    () => this.aggregate(),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
  ) {
    super();
  }

  async aggregate(): Promise<void> {
    for (const organizationId of await inTransaction(this.pool, null, organizationsWithInboxChanges)) {
      if (this.task.isStopped) return;
      await this.database.transaction(organizationId, (client) => aggregateInboxChanges(client, organizationId));
    }
  }
}
