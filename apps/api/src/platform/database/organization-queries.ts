import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { ConnectionShares } from './connection-shares.js';
import { isTransient, isUnsent } from './is-transient.js';
import type { PgPool } from './pg-pool.js';
import type { Queryable } from './queryable.js';
import { beginSql } from './roles/row-security.js';
import { TickBatches } from './pipeline.js';
import { Transaction } from './transaction.js';

/** Single statements for an organization, each in a transaction of its own and one round trip, or in that of the caller. */
export class OrganizationQueries implements Queryable {
  private batches: TickBatches | null = null;

  constructor(
    private readonly pool: PgPool,
    private readonly organizationId: string,
    private readonly shares: ConnectionShares,
    /** Of a read-only copy that lists are read from; null: of none. */
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
        // Its connection had ended while nobody used it.
        if (!isUnsent(error)) throw error;
        return this.queryAlone<Row>(this.pool, statement, values);
      }),
    );
  }

  /** Reads what may be some moments old; null: there is nothing to read it from, or a transaction of the caller is to be seen. */
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
      // All three are on their way before the first is answered, as one write. The end of a transaction that failed undoes it.
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

/** Conflicts with what the copy has to take over from the primary, whose rows of old go when they must. */
const recoveryConflict = '40001';

const isReplicaProblem = (error: unknown): boolean =>
  isTransient(error) || (error as { readonly code?: unknown } | null)?.code === recoveryConflict;

/** Where lists of the organization are read: from a read-only copy where the settings say so. */
export const listsOf = (client: Queryable): Queryable =>
  (client instanceof OrganizationQueries ? client.lists : null) ?? client;

/** What `send` sends leaves as one packet: the kernel is asked once, and the server wakes up once. */
function sendAsOneWrite<T>({ connection: { stream } }: PoolClient, send: () => T): T {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
