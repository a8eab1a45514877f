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
 * The way to rows of tenants: every statement runs in a transaction that names its organization, and row-level security hides
 * all others. Statements filter by `organization_id` all the same: the filter finds the index, the policy forgives its absence.
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
   * Runs `work` in one transaction of the organization: commits when it returns, rolls back when it throws. Work that lost a
   * deadlock or a serialization conflict is run again, so it must do nothing that the database cannot undo.
   */
  transaction<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const joined = Transaction.current();
    if (joined) return retryOnConflict(() => joined.join(organizationId, work));
    return this.shares.hold(organizationId, () => inTransaction(this.pool, organizationId, work));
  }

  /**
   * Runs `work` in one transaction that every call of this class below joins, each in a savepoint: they are committed together when
   * `work` returns, and none is when it throws; it is run again as that of `transaction`. Within another one it is a savepoint of that, whose
   * locks are held until its end: then all is run again.
   */
  runAtomically<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const joined = Transaction.current();
    if (joined) return joined.join(organizationId, work);
    return retryOnConflict(() => this.runAmbient(organizationId, false, work));
  }

  /**
   * As `runAtomically`, for work in which nothing is expected to fail: what joins is no savepoint, and need not wait until the database has
   * stored what it sent. Whatever fails in it, caught or not, undoes all; whoever calls tries again by `runAtomically`.
   */
  runUndivided<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return Transaction.suspend(() => this.runAmbient(organizationId, true, work));
  }

  /** Whether what is done here joins a transaction of the caller. */
  isInTransaction(): boolean {
    return Transaction.current() !== undefined;
  }

  /** Runs `work` in transactions of its own, which are committed whatever becomes of the caller's. */
  runOutsideTransaction<T>(work: () => Promise<T>): Promise<T> {
    return Transaction.suspend(work);
  }

  /** What runs single statements for the organization, each in a transaction of its own and one round trip. */
  forOrganization(organizationId: string): Queryable {
    return new OrganizationQueries(this.pool, organizationId, this.shares, this.replica.pool);
  }

  /** `work` on the mapped rows of one class, in one transaction of the organization, run again as that of `transaction`. */
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
 * As `TenantDatabase.transaction`, for a pool outside the application. A null organization sees no tenant's rows. Work whose connection was
 * lost before its commit was sent is run once more, as after a conflict: the pool opens another.
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
