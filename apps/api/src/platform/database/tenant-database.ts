import { Injectable, type Type } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, ObjectLiteral, QueryRunner, Repository } from 'typeorm';
import { runWithDeferred } from './deferred-statements.js';
import { beginTransaction, runTransaction, runInSavepoint } from './organization-transaction.js';
import type { PgPool, Queryable, TransactionClient } from './pg-pool.js';
import { poolOf } from './pool-of.js';
import { retryOnConflict } from './retry-on-conflict.js';
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<AmbientTransaction>();

/** Whether the transaction at the root is over: what was left behind by its work must not use its connection. */
interface RootState {
  isEnded: boolean;
}

/**
 * A transaction that everything below joins, each part in a savepoint: what fails is undone alone, what succeeds is committed with
 * the whole or not at all.
 */
class AmbientTransaction {
  private tail: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly client: TransactionClient,
    readonly runner: QueryRunner,
    private readonly root: RootState,
  ) {}

  /** The transaction to join here; undefined: there is none. */
  static current(): AmbientTransaction | undefined {
    const found = current.getStore();
    return found && !found.root.isEnded ? found : undefined;
  }

  /** Runs `work` as if there were none to join. */
  static suspend<T>(work: () => Promise<T>): Promise<T> {
    return current.exit(work);
  }

  /** Runs `work`, which may call `current`, in the transaction that is open on the connection. */
  static async runWithin<T>(
    client: TransactionClient,
    runner: QueryRunner,
    work: (transaction: AmbientTransaction) => Promise<T>,
  ): Promise<T> {
    const transaction = new AmbientTransaction(client, runner, { isEnded: false });
    try {
      return await current.run(transaction, () => work(transaction));
    } finally {
      transaction.root.isEnded = true;
    }
  }

  /** Parts that are started at once run one after the other: savepoints nest. */
  join<T>(organizationId: string, work: (client: TransactionClient) => Promise<T>): Promise<T> {
    const { client } = this;
    const inner = new AmbientTransaction(client, this.runner, this.root);
    const part = this.tail.then(() =>
      runInSavepoint(client, organizationId, () => current.run(inner, () => work(client))),
    );
    this.tail = part.catch(() => undefined);
    return part;
  }
}

/**
 * The way to rows of tenants: every statement runs in a transaction that names its organization, and row-level security hides
 * all others. Statements filter by `organization_id` all the same: the filter finds the index, the policy forgives its absence.
 */
@Injectable()
export class TenantDatabase {
  private readonly pool: PgPool;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  /**
   * Runs `work` in one transaction of the organization: commits when it returns, rolls back when it throws. Work that lost a
   * deadlock or a serialization conflict is run again, so it must do nothing that the database cannot undo.
   */
  transaction<T>(organizationId: string, work: (client: TransactionClient) => Promise<T>): Promise<T> {
    const joined = AmbientTransaction.current();
    if (joined) return retryOnConflict(() => joined.join(organizationId, work));
    return inTransaction(this.pool, organizationId, work);
  }

  /**
   * Runs `work` in one transaction that every call of this class below joins, each in a savepoint: they are committed together when
   * `work` returns, and none is when it throws. `part` runs something that may fail without the rest. Within another one it is a part of
   * that.
   */
  runAtomically<T>(
    organizationId: string,
    work: (client: TransactionClient, part: <P>(run: () => Promise<P>) => Promise<P>) => Promise<T>,
  ): Promise<T> {
    const parts = (client: TransactionClient, all: AmbientTransaction): Promise<T> =>
      work(client, (run) => all.join(organizationId, run));
    const joined = AmbientTransaction.current();
    if (joined) return joined.join(organizationId, (client) => parts(client, AmbientTransaction.current()!));
    return this.withRunner((client, runner) =>
      runTransaction(client, organizationId, () =>
        runWithDeferred(client, organizationId, () =>
          AmbientTransaction.runWithin(client, runner, (all) => parts(client, all)),
        ),
      ),
    );
  }

  /** Whether what is done here joins a transaction of the caller. */
  isInTransaction(): boolean {
    return AmbientTransaction.current() !== undefined;
  }

  /** Runs `work` in transactions of its own, which are committed whatever becomes of the caller's. */
  runOutsideTransaction<T>(work: () => Promise<T>): Promise<T> {
    return AmbientTransaction.suspend(work);
  }

  /** What runs single statements for the organization, each in a transaction of its own and one round trip. */
  forOrganization(organizationId: string): Queryable {
    const query = (statement: string, values?: unknown[]) =>
      this.queryInOwnTransaction(organizationId, statement, values);
    return { query } as Queryable;
  }

  /** `work` on the mapped rows of one class, in one transaction of the organization. */
  async withRepository<Row extends ObjectLiteral, T>(
    organizationId: string,
    type: Type<Row>,
    work: (rows: Repository<Row>) => Promise<T>,
  ): Promise<T> {
    const rowsOf = (runner: QueryRunner): Repository<Row> => runner.manager.getRepository(type);
    const joined = AmbientTransaction.current();
    if (joined) return joined.join(organizationId, () => work(rowsOf(joined.runner)));
    return this.withRunner((client, runner) => runTransaction(client, organizationId, () => work(rowsOf(runner))));
  }

  private async withRunner<T>(work: (client: TransactionClient, runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await work((await runner.connect()) as TransactionClient, runner);
    } finally {
      await runner.release();
    }
  }

  private async queryInOwnTransaction(
    organizationId: string,
    statement: string,
    values: unknown[] | undefined,
  ): Promise<unknown> {
    const joined = AmbientTransaction.current();
    if (joined) return joined.join(organizationId, (client) => client.query(statement, values));
    const client = await this.pool.connect();
    try {
      // All three are on their way before the first is answered, as one write. The end of a transaction that failed undoes it.
      const sent = sendAsOneWrite(client, () => [
        beginTransaction(client, organizationId),
        client.query(statement, values),
        client.query('commit'),
      ]);
      const [begun, answered, ended] = await Promise.allSettled(sent);
      for (const outcome of [answered!, begun!, ended!]) if (outcome.status === 'rejected') throw outcome.reason;
      return (answered as PromiseFulfilledResult<unknown>).value;
    } finally {
      client.release();
    }
  }
}

/** What `send` sends leaves as one packet: the kernel is asked once, and the server wakes up once. */
function sendAsOneWrite<T>({ connection: { stream } }: TransactionClient, send: () => T): T {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** As `TenantDatabase.transaction`, for a pool outside the application. A null organization sees no tenant's rows. */
export function inTransaction<T>(
  pool: PgPool,
  organizationId: string | null,
  work: (client: TransactionClient) => Promise<T>,
): Promise<T> {
  return retryOnConflict(async () => {
    const client = await pool.connect();
    try {
      return await runTransaction(client, organizationId, () => work(client));
    } finally {
      client.release();
    }
  });
}
