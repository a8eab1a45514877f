import { gunzipSync, gzipSync } from 'node:zlib';

import { inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import { checkpointFormat, type ReplayCheckpoint } from '../domain/replay-checkpoint.js';
import { ownershipLostError, ownedDryRun, type DryRunOwner } from './dry-run-owner.js';

/** Stores the checkpoint of one dry run, replacing the previous one. */
export class CheckpointRepository {
  constructor(
    private readonly pool: PgPool,
    private readonly owner: DryRunOwner,
  ) {}

  /** Returns `null` if there is no readable checkpoint. */
  async find(): Promise<ReplayCheckpoint | null> {
    const { organizationId, dryRunId } = this.owner;
    const { rows } = await inTransaction(this.pool, organizationId, (client) =>
      client.query<{ readonly checkpoint: Buffer | null }>(
        'select checkpoint from dry_runs where organization_id = $1 and id = $2',
        [organizationId, dryRunId],
      ),
    );
    const packed = rows[0]?.checkpoint;
    if (!packed) return null;
    const found = JSON.parse(gunzipSync(packed).toString('utf8')) as ReplayCheckpoint;
    return found.form === checkpointFormat ? found : null;
  }

  /**
   * Stores a checkpoint. If it is too large, none is kept, and the dry run would start again. Throws if another process owns the dry run.
   */
  async save(checkpoint: ReplayCheckpoint): Promise<void> {
    const packed = gzipSync(JSON.stringify(checkpoint), { level: 1 });
    const kept = packed.length <= dryRunLimits.checkpointBytes ? packed : null;
    const { organizationId, dryRunId, attempt } = this.owner;
    const { rowCount } = await inTransaction(this.pool, organizationId, (client) =>
      client.query(`update dry_runs set checkpoint = $4 where ${ownedDryRun}`, [
        organizationId,
        dryRunId,
        attempt,
        kept,
      ]),
    );
    if (rowCount !== 1) throw ownershipLostError();
  }
}
