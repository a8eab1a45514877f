import { Injectable, Logger } from '@nestjs/common';

import { Blobs, type StoredBlob } from '../../../../platform/blobs/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { blobLimits } from '../domain/blob-limits.js';
import { BlobTables, findBlobIds, findOrganizationsWithBlobs, markMissing } from '../persistence/blob-table.js';

export interface BlobCheck {
  /** Blobs without a row, which were removed. */
  readonly orphans: number;
  /** Rows whose blob is missing. */
  readonly missing: number;
}

/** Compares blobs with rows: a process that died between storing the two leaves an orphaned blob. */
@Injectable()
export class CheckBlobs extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'kyc',
    'comparing files with their rows failed',
    blobLimits.orphanCheckMs,
    () => this.check(new Date()),
  );
  private readonly logger = new Logger('kyc');

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly blobs: Blobs,
    private readonly tables: BlobTables,
  ) {
    super();
  }

  /** Stores list the blobs of an organization consecutively, so one organization is checked at a time. */
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
    for (const table of this.tables.all) {
      const known = await inTransaction(this.pool, null, (client) => findOrganizationsWithBlobs(client, table));
      for (const organizationId of known) if (!seen.has(organizationId)) await compare(organizationId, []);
    }
    return { orphans, missing };
  }

  private async compare(organizationId: string, found: readonly StoredBlob[], now: Date): Promise<BlobCheck> {
    const client = this.database.forOrganization(organizationId);
    // Rows are read after the list, because a blob is stored before its row.
    const tables = await Promise.all(
      this.tables.all.map(async (table) => ({ table, rows: await findBlobIds(client, table, organizationId) })),
    );
    const oldest = now.getTime() - blobLimits.orphanMinutes * 60_000;
    const isKnown = (id: string): boolean => tables.some(({ rows }) => rows.has(id));
    const orphans = found.filter(({ key, storedAt }) => !isKnown(key.id) && storedAt.getTime() <= oldest);
    for (const { key } of orphans) await this.blobs.remove(key);
    const ids = new Set(found.map(({ key }) => key.id));
    let missing = 0;
    for (const { table, rows } of tables) {
      const absent = [...rows].filter(([id, isRemoved]) => !isRemoved && !ids.has(id)).map(([id]) => id);
      const gone: string[] = [];
      // A blob that was stored while the list was being read exists.
      for (const id of absent) if ((await this.blobs.get({ organizationId, id })) === null) gone.push(id);
      missing += gone.length;
      if (gone.length === 0) continue;
      this.logger.error(`${gone.length} files of ${organizationId} are not where they were put: ${gone[0]!} …`);
      await markMissing(client, table, organizationId, gone);
    }
    return { orphans: orphans.length, missing };
  }
}
