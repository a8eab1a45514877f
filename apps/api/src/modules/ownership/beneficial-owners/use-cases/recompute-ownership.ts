import { Injectable, Logger } from '@nestjs/common';

import {
  InjectPgPool,
  inTransaction,
  Notifications,
  type PgPool,
  TenantDatabase,
} from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { findOwnedCompanies } from '../../../decisions/ownership-data/index.js';
import { findHeldBelow } from '../../../parties/relationships/index.js';
import {
  claimDue,
  type DueCompany,
  failDue,
  findOrganizationsWithChanges,
  markDue,
  takeChanges,
} from '../persistence/ownership-queue.js';
import { ComputeOwnership } from './compute-ownership.js';

/** Recomputes ownership after changes that affect it. Several processes may do so at once. */
@Injectable()
export class RecomputeOwnership extends PeriodicJob {
  private readonly logger = new Logger('ownership');
  protected override readonly task = new PeriodicTask(
    'ownership',
    'computing owners failed',
    limits.ownershipLookMs,
    () => this.recompute(),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly owners: ComputeOwnership,
    notifications: Notifications,
  ) {
    super();
    notifications.on('tamis_ownership', () => this.task.runNow());
  }

  /** Recomputes until nothing is pending, and returns how many companies were processed. */
  async recompute(): Promise<number> {
    let done = 0;
    for (let some = 1; some > 0 && !this.task.isStopped; done += some) some = await this.recomputeOnce();
    return done;
  }

  private async recomputeOnce(): Promise<number> {
    let done = 0;
    for (const organizationId of await inTransaction(this.pool, null, findOrganizationsWithChanges)) {
      if (this.task.isStopped) return 0;
      // A failure for one organization is retried on the next check, and does not hold up the others.
      done += await this.recomputeOf(organizationId).catch((error: unknown) => {
        this.logger.warn(`computing the owners of organization ${organizationId} failed: ${String(error)}`);
        return 0;
      });
    }
    return done;
  }

  private async recomputeOf(organizationId: string): Promise<number> {
    await this.spread(organizationId);
    return this.computeDue(organizationId);
  }

  /** Propagates changes from an entity down to all companies whose owners they may affect. */
  private spread(organizationId: string): Promise<number> {
    return this.task.runInBatches(limits.ownershipChanges, (most) =>
      this.database.transaction(organizationId, async (client) => {
        const changes = await takeChanges(client, organizationId, most);
        const named = changes.filter((entityId) => entityId !== null);
        const all = named.length < changes.length ? await findOwnedCompanies(client, organizationId) : [];
        const below = await findHeldBelow(client, organizationId, [...new Set([...named, ...all])]);
        await markDue(client, organizationId, below);
        return changes.length;
      }),
    );
  }

  private computeDue(organizationId: string): Promise<number> {
    const client = this.database.forOrganization(organizationId);
    const leaseSeconds = limits.ownershipLeaseSeconds;
    return this.task.runInBatches(limits.ownershipBatch, async (most) => {
      const due = await claimDue(client, organizationId, { most, leaseSeconds });
      for (const each of due) await this.compute(organizationId, each);
      return due.length;
    });
  }

  private async compute(organizationId: string, due: DueCompany): Promise<void> {
    try {
      await this.owners.compute(organizationId, due);
    } catch (error) {
      this.logger.warn(`computing the owners of ${due.entityId} failed: ${String(error)}`);
      await failDue(this.database.forOrganization(organizationId), organizationId, due);
    }
  }
}
