import { Injectable } from '@nestjs/common';

import { bySystem } from '../../../../platform/audit/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { lockEntities } from '../../../parties/entities/index.js';
import { findEntitiesWithExpired, findOrganizationsWithExpired } from '../persistence/match-store.js';
import { ScreenEntities } from './screen-entities.js';

/** Opens matches again whose decision has expired. */
@Injectable()
export class ReopenExpired extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'screenings',
    'matches of expired decisions were not opened',
    limits.screeningExpiryMs,
    () => this.reopen(),
  );

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly screenings: ScreenEntities,
  ) {
    super();
  }

  /** How many entities have a match that is open again. */
  async reopen(): Promise<number> {
    let reopened = 0;
    for (const organizationId of await inTransaction(this.pool, null, findOrganizationsWithExpired))
      reopened += await this.reopenOf(organizationId);
    return reopened;
  }

  private async reopenOf(organizationId: string): Promise<number> {
    const client = this.database.forOrganization(organizationId);
    const subject = bySystem(organizationId, 'screenings');
    let reopened = 0;
    for (const entityId of await findEntitiesWithExpired(client, organizationId, limits.screeningExpiryEntities)) {
      const restated = await this.database.transaction(organizationId, async (transaction) => {
        await lockEntities(transaction, organizationId, [entityId]);
        return this.screenings.restate(transaction, subject, entityId);
      });
      if (restated) reopened += 1;
    }
    return reopened;
  }
}
