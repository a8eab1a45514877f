import { Injectable, Optional, type Type } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolClient } from 'pg';
import type { DataSource, ObjectLiteral, QueryRunner, Repository } from 'typeorm';
import { limits } from '../limits.js';
import { ConnectionShares } from './connection-shares.js';
import { ListReplica } from './list-replica.js';
import { OrganizationQueries } from './organization-queries.js';
import type { PgPool } from './pg-pool.js';
import { poolOf } from './pool-of.js';
import type { Queryable } from './queryable.js';
import { retryOnConflict } from './retry-on-conflict.js';
import { isUndoneByLoss, Transaction } from './transaction.js';

/**
 * Access to rows of tenants: every statement runs in a transaction that names its organization, and row-level security hides the rows of
 * all others. Statements still filter by `organization_id`: the filter makes them use the index, and the policy protects if it is missing.
 */
@Injectable()
export class TenantDatabase {
  private readonly pool: PgPool;
  private readonly shares: ConnectionShares;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Optional() private readonly replica: ListReplica = new ListReplica(null),
  ) {
    this.pool = poolOf(dataSource);
    this.shares = new ConnectionShares(this.pool.options.max, limits.connectionWaitMs);
  }

  /**
   * Runs `work` in one transaction of the organization: commits when it returns, rolls back when it throws. Work that lost a deadlock or a
   * serialization conflict is retried, so it must not do anything that the database cannot undo.
   */
  transaction<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const joined = Transaction.current();
    if (joined) return retryOnConflict(() => joined.join(organizationId, work));
    return this.shares.hold(organizationId, () => inTransaction(this.pool, organizationId, work));
  }

  /**
   * Runs `work` in one transaction that every nested call of this class joins, each in a savepoint. They are all committed when `work`
   * returns, and rolled back when it throws. Retries work like those of `transaction`. Within another transaction, it becomes a savepoint
   * whose locks are held until that transaction ends, and a retry then repeats everything.
   */
  runAtomically<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const joined = Transaction.current();
    if (joined) return joined.join(organizationId, work);
    return retryOnConflict(() => this.runAmbient(organizationId, false, work));
  }

  /**
   * Like `runAtomically`, for work that is not expected to fail: nested calls use no savepoints, and need not wait until the database has
   * stored what they sent. Any failure, caught or not, rolls back everything. The caller then retries with `runAtomically`.
   */
  runUndivided<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return Transaction.suspend(() => this.runAmbient(organizationId, true, work));
  }

  /** Whether statements here join a transaction of the caller. */
  isInTransaction(): boolean {
    return Transaction.current() !== undefined;
  }

  /** Runs `work` in transactions of its own, which are committed regardless of the outcome of the caller's transaction. */
  runOutsideTransaction<T>(work: () => Promise<T>): Promise<T> {
    return Transaction.suspend(work);
  }

  /** Returns a connection for single statements of the organization. Each takes one round trip in its own transaction. */
  forOrganization(organizationId: string): Queryable {
    return new OrganizationQueries(this.pool, organizationId, this.shares, this.replica.pool);
  }

  /** Runs `work` on the mapped rows of one class, in one transaction of the organization. Retries work like those of `transaction`. */
  async withRepository<Row extends ObjectLiteral, T>(
    organizationId: string,
    type: Type<Row>,
    work: (rows: Repository<Row>, transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const joined = Transaction.current();
    if (joined) {
      const { runner } = joined;
      return retryOnConflict(() =>
        joined.join(organizationId, (part) => work(runner!.manager.getRepository(type), part)),
      );
    }
    return this.withRunner(organizationId, (connection, runner) =>
      retryOnConflict(() =>
        Transaction.begin(connection, organizationId, (transaction) =>
          work(runner.manager.getRepository(type), transaction),
        ),
      ),
    );
  }

  private runAmbient<T>(
    organizationId: string,
    isUndivided: boolean,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    return this.withRunner(organizationId, (connection, runner) =>
      Transaction.runAmbient({ connection, runner, isUndivided }, organizationId, work),
    );
  }

  private withRunner<T>(
    organizationId: string,
    work: (connection: PoolClient, runner: QueryRunner) => Promise<T>,
  ): Promise<T> {
    return this.shares.hold(organizationId, async () => {
      const runner = this.dataSource.createQueryRunner();
      try {
        return await work((await runner.connect()) as PoolClient, runner);
      } finally {
        await runner.release();
      }
    });
  }
}

/**
 * Like `TenantDatabase.transaction`, for a pool outside of the application. With a null organization, no rows of any tenant are visible.
 * Work whose connection was lost before the commit was sent is retried once, as after a conflict, on a new connection.
 */
export async function inTransaction<T>(
  pool: PgPool,
  organizationId: string | null,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await runInTransaction(pool, organizationId, work);
  } catch (error) {
    if (!isUndoneByLoss(error)) throw error;
    return runInTransaction(pool, organizationId, work);
  }
}

function runInTransaction<T>(
  pool: PgPool,
  organizationId: string | null,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return retryOnConflict(async () => {
    const connection = await pool.connect();
    try {
      return await Transaction.begin(connection, organizationId, work);
    } finally {
      connection.release();
    }
  });
}
