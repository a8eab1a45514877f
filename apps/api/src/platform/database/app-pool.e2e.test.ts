import { createTestDatabase, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

import { appPool } from './pg-pool.js';

describe('database connections for work outside of requests', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  /** Connection of the database owner, who may end connections of others. */
  let owner: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = appPool(database.url, 1, 'tamis-test-work');
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
  });
  afterAll(async () => {
    await Promise.all([pool.end(), owner.end()]);
    await database.drop();
  });

  const idOf = async (client: Pick<pg.ClientBase, 'query'>): Promise<number> =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
  const end = (pid: number) => owner.query('select pg_terminate_backend($1)', [pid]);

  it('are reopened if one ended while idle', async () => {
    const pid = await idOf(pool);
    const left = new Promise((resolve) => pool.once('remove', resolve));
    await end(pid);
    await left;
    expect(await idOf(pool)).not.toBe(pid);
  });

  it('end after a minute with an idle transaction, because others wait for its locks', async () => {
    const { rows } = await pool.query('show idle_in_transaction_session_timeout');
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
  });

  it('that end between two statements fail the next statement, not the process', async () => {
    const client = await pool.connect();
    const ended = new Promise((resolve) => client.once('end', () => resolve(null)));
    await end(await idOf(client));
    await ended;
    await expect(client.query('select 1')).rejects.toThrow(/connection|queryable/i);
    client.release(true);
    expect(await idOf(pool)).toBeGreaterThan(0);
  });
});
