import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** What runs a statement: the pool, a connection, or a transaction. */
export interface Queryable {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in pg: whoever asks names the columns
  query<Row extends QueryResultRow = any>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>>;
  /** Gives the items of one key to one call of `send`, when nothing else is left to do at once. */
  collect?<Item>(key: string, item: Item, send: (items: readonly Item[]) => void): void;
}

/** The clock by which keys, secrets, approvals and plans end: that of the database, which is one for all processes. */
export async function databaseTime(client: Queryable): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]!.now;
}

/**
 * Whoever else takes the turn of this name waits until the transaction ends. Statements that come after see what those before have
 * committed: a count that is compared with a limit, for example.
 */
export async function takeTurn(client: Queryable, name: string): Promise<void> {
  await client.query({
    name: 'turn-take',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  });
}
