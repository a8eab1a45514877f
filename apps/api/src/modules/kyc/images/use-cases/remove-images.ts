import { Injectable } from '@nestjs/common';

import { Blobs } from '../../../../platform/blobs/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { imageLimits } from '../domain/image-limits.js';
import { deleteImages, findOrganizationsWithRemoved, findRemoved } from '../persistence/image-store.js';

/** Removes blobs of images that are not kept any more: first the blob, then its row, so that a crash in between leaves the row. */
@Injectable()
export class RemoveImages extends PeriodicJob {
  protected override readonly task = new PeriodicTask('kyc', 'images were not removed', imageLimits.removalMs, () =>
    this.remove(),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly blobs: Blobs,
  ) {
    super();
  }

  /** How many were removed. Several processes may do it at once. */
  async remove(): Promise<number> {
    const organizations = await inTransaction(this.pool, null, findOrganizationsWithRemoved);
    return this.task.runInOrganizations(organizations, imageLimits.removalRows, (id, most) =>
      this.removeSome(id, most),
    );
  }

  private async removeSome(organizationId: string, most: number): Promise<number> {
    const client = this.database.forOrganization(organizationId);
    const ids = await findRemoved(client, organizationId, most);
    for (const id of ids) await this.blobs.remove({ organizationId, id });
    await deleteImages(client, organizationId, ids);
    return ids.length;
  }
}
