import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { ConnectionShares } from './connection-shares.js';
import { isTransient, isUnsent } from './is-transient.js';
import type { PgPool } from './pg-pool.js';
import type { Queryable } from './queryable.js';
import { beginSql } from './roles/row-security.js';
import { TickBatches } from './pipeline.js';
import { Transaction } from './transaction.js';

/** Runs single statements for an organization. Each takes one round trip in its own transaction, or joins the transaction of the caller. */
export class OrganizationQueries implements Queryable {
  private batches: TickBatches | null = null;

  constructor(
    private readonly pool: PgPool,
    private readonly organizationId: string,
    private readonly shares: ConnectionShares,
    /** Pool of a read-only replica from which lists are read; `null` if there is none. */
    private readonly listPool: PgPool | null = null,
  ) {}

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in pg: whoever asks names the columns
  async query<Row extends QueryResultRow = any>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    const joined = Transaction.current();
    if (joined) return joined.join(this.organizationId, (part) => part.query<Row>(statement, values));
    return this.shares.hold(this.organizationId, () =>
      this.queryAlone<Row>(this.pool, statement, values).catch((error: unknown) => {
        // The connection had been closed while it was idle.
        if (!isUnsent(error)) throw error;
        return this.queryAlone<Row>(this.pool, statement, values);
      }),
    );
  }

  /**
   * Reads data that may be slightly stale. `null` if there is no replica, or if the caller is in a transaction and must see its own
   * changes.
   */
  get lists(): Queryable | null {
    const { listPool } = this;
    if (!listPool || Transaction.current()) return null;
    return {
      query: (statement, values) =>
        this.queryAlone<never>(listPool, statement, values).catch((error: unknown) => {
          if (!isReplicaProblem(error)) throw error;
          return this.query(statement, values);
        }),
    };
  }

  private async queryAlone<Row extends QueryResultRow>(
    pool: PgPool,
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    const client = await pool.connect();
    try {
      // Sends all three statements in one write before the first has returned. If the transaction failed, its end rolls it back.
      const [begun, answered, ended] = await Promise.allSettled(
        sendAsOneWrite(client, () => [
          client.query(beginSql(this.organizationId)),
          client.query<Row>(statement, values),
          client.query('commit'),
        ]),
      );
      for (const outcome of [answered, begun, ended]) if (outcome.status === 'rejected') throw outcome.reason;
      return (answered as PromiseFulfilledResult<QueryResult<Row>>).value;
    } finally {
      client.release();
    }
  }

  collect<Item>(key: string, item: Item, send: (items: readonly Item[]) => void): void {
    const batches = (this.batches ??= new TickBatches());
    if (batches.isEmpty) process.nextTick(() => batches.send());
    batches.collect(key, item, send);
  }
}

/** SQL state of a conflict with replication: the replica has to apply the removal of old rows that a query still uses. */
const recoveryConflict = '40001';

const isReplicaProblem = (error: unknown): boolean =>
  isTransient(error) || (error as { readonly code?: unknown } | null)?.code === recoveryConflict;

/** Returns the connection for list queries of the organization: a read-only replica, if one is configured. */
export const listsOf = (client: Queryable): Queryable =>
  (client instanceof OrganizationQueries ? client.lists : null) ?? client;

/** Sends the statements of `send` as one packet, which takes one system call and wakes the server only once. */
function sendAsOneWrite<T>({ connection: { stream } }: PoolClient, send: () => T): T {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
