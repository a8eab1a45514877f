import { Inject } from '@nestjs/common';

import { PeriodicJob, PeriodicTask } from '../periodic-task.js';
import { InjectPgPool, type PgPool } from './pg-pool.js';
import type { Queryable } from './queryable.js';
import { inTransaction, TenantDatabase } from './tenant-database.js';
import type { Transaction } from './transaction.js';

interface Sweep {
  readonly name: string;
  /** Failure message for the log. */
  readonly failure: string;
  readonly everyMs: number;
  /** Maximum number of rows removed by one statement. */
  readonly rows: number;
  /** Finds organizations that have rows to remove. */
  readonly find: (client: Transaction) => Promise<readonly string[]>;
  /** Removes up to `most` rows of an organization, and returns how many were removed. */
  readonly remove: (client: Queryable, organizationId: string, most: number) => Promise<number>;
}

/** Removes expired rows, one organization after another and in portions, so that no statement takes long. */
export abstract class OrganizationSweep extends PeriodicJob {
  protected override readonly task: PeriodicTask;
  @Inject(TenantDatabase) private readonly database!: TenantDatabase;
  @InjectPgPool() private readonly pool!: PgPool;

  protected constructor(private readonly sweep: Sweep) {
    super();
    const { name, failure, everyMs } = sweep;
    this.task = new PeriodicTask(name, failure, everyMs, () => this.remove());
  }

  /** Removes all rows that are due, and returns how many. */
  async remove(): Promise<number> {
    const { find, rows, remove } = this.sweep;
    const organizations = await inTransaction(this.pool, null, find);
    return this.task.runInOrganizations(organizations, rows, (id, most) =>
      remove(this.database.forOrganization(id), id, most),
    );
  }
}
