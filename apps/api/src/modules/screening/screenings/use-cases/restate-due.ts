import { Injectable, Logger } from '@nestjs/common';

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

  private readonly logger = new Logger('screenings');

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
    let restated = 0;
    for (const entityId of await findEntitiesToRestate(client, organizationId, limits.screeningRestatedEntities))
      // One that fails waits for the next look, and keeps no other from its own.
      restated += await this.restateEntity(organizationId, entityId).catch((error: unknown) => {
        this.logger.warn(`matches of entity ${entityId} were not counted anew: ${String(error)}`);
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
