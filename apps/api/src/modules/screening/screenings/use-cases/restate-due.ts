import { Injectable } from '@nestjs/common';

import { bySystem } from '../../../../platform/audit/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { lockEntities } from '../../../parties/entities/index.js';
import { findEntitiesToRestate, findOrganizationsToRestate, settleRestating } from '../persistence/match-store.js';
import { ScreenEntities } from './screen-entities.js';

/** Counts matches anew whose decision has expired, and those for which one was made for all of the organization. */
@Injectable()
export class RestateDue extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'screenings',
    'matches were not counted anew',
    limits.screeningRestatingMs,
    () => this.restate(),
  );

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly screenings: ScreenEntities,
  ) {
    super();
  }

  /** Of how many entities a match stands otherwise. */
  async restate(): Promise<number> {
    let restated = 0;
    for (const organizationId of await inTransaction(this.pool, null, findOrganizationsToRestate))
      restated += await this.restateOf(organizationId);
    return restated;
  }

  private async restateOf(organizationId: string): Promise<number> {
    const client = this.database.forOrganization(organizationId);
    const subject = bySystem(organizationId, 'screenings');
    let restated = 0;
    for (const entityId of await findEntitiesToRestate(client, organizationId, limits.screeningRestatedEntities)) {
      const changed = await this.database.transaction(organizationId, async (transaction) => {
        await lockEntities(transaction, organizationId, [entityId]);
        const stated = await this.screenings.restate(transaction, subject, entityId);
        if (stated === null) await settleRestating(transaction, organizationId, entityId);
        return stated !== null;
      });
      restated += Number(changed);
    }
    return restated;
  }
}
