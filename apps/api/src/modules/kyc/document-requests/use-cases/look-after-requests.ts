import { Injectable } from '@nestjs/common';

import { bySystem } from '../../../../platform/audit/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { endDue } from '../../links/index.js';
import { requestLimits } from '../domain/request-limits.js';
import { removeFilesOf } from '../persistence/file-store.js';
import {
  findDue,
  findOrganizationsWithDue,
  findOrganizationsWithOldFiles,
  takeOldFiles,
} from '../persistence/request-store.js';
import { MoveRequest } from './move-request.js';

/** Ends expired requests, and removes files whose retention time is over. */
@Injectable()
export class LookAfterRequests extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'kyc',
    'processing expired document requests failed',
    requestLimits.lookMs,
    async () => {
      await this.endDue(new Date());
      await this.removeOldFiles();
    },
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly moving: MoveRequest,
  ) {
    super();
  }

  /** Returns how many requests were ended. */
  async endDue(now: Date): Promise<number> {
    return endDue({
      what: 'document request',
      task: this.task,
      organizations: await inTransaction(this.pool, null, findOrganizationsWithDue),
      findDue: (id) => findDue(this.database.forOrganization(id), id, requestLimits.lookRows),
      end: (organizationId, id) => this.end(organizationId, id, now),
    });
  }

  /** Returns the number of requests whose files were marked for removal. */
  async removeOldFiles(): Promise<number> {
    const organizations = await inTransaction(this.pool, null, findOrganizationsWithOldFiles);
    return this.task.runInOrganizations(organizations, requestLimits.lookRows, (organizationId, most) =>
      this.database.transaction(organizationId, async (client) => {
        const ids = await takeOldFiles(client, organizationId, most);
        await removeFilesOf(client, organizationId, ids);
        return ids.length;
      }),
    );
  }

  private end(organizationId: string, id: string, now: Date): Promise<number> {
    return this.database.runAtomically(organizationId, async (client) => {
      const locked = await this.moving.lock(client, organizationId, id);
      if (locked.status !== 'pending' || locked.expiresAt > now) return 0;
      await this.moving.move(client, locked, { to: 'expired', by: bySystem(organizationId, 'document requests'), now });
      return 1;
    });
  }
}
