import { Injectable, Logger } from '@nestjs/common';

import { bySystem } from '../../../../platform/audit/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { lockEntities } from '../../../parties/entities/index.js';
import { findEntitiesToRestate, findOrganizationsToRestate, settleRestating } from '../persistence/match-store.js';
import { ScreenEntities } from './screen-entities.js';

/** Updates the state of matches whose decision has expired, and of those affected by a decision for the whole organization. */
@Injectable()
export class RestateDue extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'screenings',
    'recounting matches failed',
    limits.screeningRestatingMs,
    () => this.restate(),
  );

  private readonly logger = new Logger('screenings');

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly screenings: ScreenEntities,
  ) {
    super();
  }

  /** Returns the number of entities whose matches have changed. */
  async restate(): Promise<number> {
    let restated = 0;
    for (const organizationId of await inTransaction(this.pool, null, findOrganizationsToRestate))
      restated += await this.restateOf(organizationId);
    return restated;
  }

  private async restateOf(organizationId: string): Promise<number> {
    const client = this.database.forOrganization(organizationId);
    let restated = 0;
    for (const entityId of await findEntitiesToRestate(client, organizationId, limits.screeningRestatedEntities))
      // A failure is retried on the next check, and does not hold up other entities.
      restated += await this.restateEntity(organizationId, entityId).catch((error: unknown) => {
        this.logger.warn(`recounting the matches of entity ${entityId} failed: ${String(error)}`);
        return 0;
      });
    return restated;
  }

  private restateEntity(organizationId: string, entityId: string): Promise<number> {
    return this.database.transaction(organizationId, async (client) => {
      await lockEntities(client, organizationId, [entityId]);
      const stated = await this.screenings.restate(client, bySystem(organizationId, 'screenings'), entityId);
      if (stated === null) await settleRestating(client, organizationId, entityId);
      return stated === null ? 0 : 1;
    });
  }
}
