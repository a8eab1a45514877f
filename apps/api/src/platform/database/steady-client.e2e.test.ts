import { createTestDatabase, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

import { SteadyClient } from './steady-client.js';

describe('a pooled connection', () => {
  let database: TestDatabase;
  let client: SteadyClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new SteadyClient({ connectionString: database.url, pipeline: true });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const ask: pg.Client['query'] = (...sent: readonly unknown[]): never => client.query(...sent);

  it('returns the results of statements in every form pg accepts, in the order they were sent', async () => {
    const called = new Promise((resolve) => ask('select $1::int as n', [4], (_error, { rows }) => resolve(rows)));
    const calledWithoutValues = new Promise((resolve) => ask('select 5 as n', (_error, { rows }) => resolve(rows)));
    const named = { name: 'steady', text: 'select $1::int as n' };
    const answers = await Promise.all([
      ask('select 1 as n'),
      ask('select $1::int as n', [2]),
      ask({ ...named, values: [3] }),
      ask(named, [6]),
    ]);
    expect(answers.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }], [{ n: 6 }]]);
    expect([await called, await calledWithoutValues]).toEqual([[{ n: 4 }], [{ n: 5 }]]);
    const several = await ask('select 1 as n; select 2 as n');
    expect((several as unknown as pg.QueryResult[]).map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    const query = new pg.Query<{ n: number }>('select 7 as n');
    const row = new Promise((resolve) => query.on('row', resolve));
    ask(query);
    expect(await row).toEqual({ n: 7 });
  });

  it('reports a statement error with the stack of its sender, and continues', async () => {
    const whoAsks = async (): Promise<unknown> => await ask('select 1 / $1::int', [0]);
    const error = await whoAsks().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: '22012' });
    expect((error as Error).stack).toContain('whoAsks');
    const called = await new Promise((resolve) => ask('select nothing', (failed) => resolve(failed)));
    expect(called).toMatchObject({ code: '42703' });
    expect((await ask('select 1 as n')).rows).toEqual([{ n: 1 }]);
  });
});
