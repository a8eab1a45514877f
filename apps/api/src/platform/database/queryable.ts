import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Executes statements: a pool, a connection, or a transaction. */
export interface Queryable {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in pg: whoever asks names the columns
  query<Row extends QueryResultRow = any>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>>;
  /** Passes the items of one key to a single call of `send`, once no other work is immediately pending. */
  collect?<Item>(key: string, item: Item, send: (items: readonly Item[]) => void): void;
}

/**
 * Returns the time that decides when keys, secrets, approvals and plans expire. It is the clock of the database, which all processes share.
 */
export async function databaseTime(client: Queryable): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]!.now;
}

/**
 * Takes a named lock until the transaction ends; others that take it wait. Statements after it see what earlier holders have committed, for
 * example a count that is compared with a limit.
 */
export async function takeTurn(client: Queryable, name: string): Promise<void> {
  await client.query({
    name: 'turn-take',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  });
}
