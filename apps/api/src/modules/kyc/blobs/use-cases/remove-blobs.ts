import { Injectable } from '@nestjs/common';

import { Blobs } from '../../../../platform/blobs/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { blobLimits } from '../domain/blob-limits.js';
import {
  type BlobTable,
  BlobTables,
  deleteRows,
  findOrganizationsWithRemoved,
  findRemoved,
} from '../persistence/blob-table.js';

/** Removes blobs that are no longer kept: first the blob, then its row, so that a crash in between leaves the row. */
@Injectable()
export class RemoveBlobs extends PeriodicJob {
  protected override readonly task = new PeriodicTask('kyc', 'removing files failed', blobLimits.removalMs, () =>
    this.remove(),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly blobs: Blobs,
    private readonly tables: BlobTables,
  ) {
    super();
  }

  /** Returns how many were removed. Several processes may do this at once. */
  async remove(): Promise<number> {
    let removed = 0;
    for (const table of this.tables.all) {
      const organizations = await inTransaction(this.pool, null, (client) =>
        findOrganizationsWithRemoved(client, table),
      );
      removed += await this.task.runInOrganizations(organizations, blobLimits.removalRows, (id, most) =>
        this.removeSome(table, id, most),
      );
    }
    return removed;
  }

  private async removeSome(table: BlobTable, organizationId: string, most: number): Promise<number> {
    const client = this.database.forOrganization(organizationId);
    const ids = await findRemoved(client, table, organizationId, most);
    for (const id of ids) await this.blobs.remove({ organizationId, id });
    await deleteRows(client, table, organizationId, ids);
    return ids.length;
  }
}
