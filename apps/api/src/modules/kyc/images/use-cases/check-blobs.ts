import { Injectable, Logger } from '@nestjs/common';

import { Blobs, type StoredBlob } from '../../../../platform/blobs/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { imageLimits } from '../domain/image-limits.js';
import { findImageIds, findOrganizationsWithImages, markMissing } from '../persistence/image-store.js';

export interface BlobCheck {
  /** Blobs that no row named, removed now. */
  readonly orphans: number;
  /** Rows whose blob is not there. */
  readonly missing: number;
}

/** Compares blobs with rows: a process that died between the two leaves a blob that nobody knows of. */
@Injectable()
export class CheckBlobs extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'kyc',
    'images were not compared with their rows',
    imageLimits.orphanCheckMs,
    () => this.check(new Date()),
  );
  private readonly logger = new Logger('kyc');

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly blobs: Blobs,
  ) {
    super();
  }

  /** Stores list the blobs of an organization together: one of them is looked at at a time. */
  async check(now: Date): Promise<BlobCheck> {
    let [orphans, missing] = [0, 0];
    const seen = new Set<string>();
    const compare = async (organizationId: string, found: readonly StoredBlob[]): Promise<void> => {
      seen.add(organizationId);
      const result = await this.compare(organizationId, found, now);
      orphans += result.orphans;
      missing += result.missing;
    };
    let current: StoredBlob[] = [];
    for await (const blob of this.blobs.list()) {
      if (this.task.isStopped) return { orphans, missing };
      const { organizationId } = blob.key;
      if (current[0] && current[0].key.organizationId !== organizationId) {
        await compare(current[0].key.organizationId, current);
        current = [];
      }
      current.push(blob);
    }
    if (current[0]) await compare(current[0].key.organizationId, current);
    for (const organizationId of await inTransaction(this.pool, null, findOrganizationsWithImages))
      if (!seen.has(organizationId)) await compare(organizationId, []);
    return { orphans, missing };
  }

  private async compare(organizationId: string, found: readonly StoredBlob[], now: Date): Promise<BlobCheck> {
    const client = this.database.forOrganization(organizationId);
    // Read after the list was: a blob is there before its row.
    const rows = await findImageIds(client, organizationId);
    const oldest = now.getTime() - imageLimits.orphanMinutes * 60_000;
    const orphans = found.filter(({ key, storedAt }) => !rows.has(key.id) && storedAt.getTime() <= oldest);
    for (const { key } of orphans) await this.blobs.remove(key);
    const ids = new Set(found.map(({ key }) => key.id));
    const absent = [...rows].filter(([id, isRemoved]) => !isRemoved && !ids.has(id)).map(([id]) => id);
    const missing: string[] = [];
    // One that was stored while the list was read is there.
    for (const id of absent) if ((await this.blobs.get({ organizationId, id })) === null) missing.push(id);
    if (missing.length > 0) {
      this.logger.error(`${missing.length} images of ${organizationId} are not where they were put: ${missing[0]!} …`);
      await markMissing(client, organizationId, missing);
    }
    return { orphans: orphans.length, missing: missing.length };
  }
}
