import { createTestDatabase, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

import { BatchingClient } from '../src/platform/database/batching-client.js';
import { columnTypes } from '../src/platform/database/data-source-options.js';
import { sendAhead, type TransactionClient } from '../src/platform/database/index.js';
import { runTransaction } from '../src/platform/database/organization-transaction.js';

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values?: unknown[];
  readonly rowMode?: 'array';
}

const insert = (id: number): Statement => ({ name: 'insert', text: 'insert into items values ($1)', values: [id] });
const count: Statement = { name: 'count', text: 'select count(*)::int as n from items' };

describe('statements of a transaction that are sent at once', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let client: TransactionClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    // One connection, so that each test goes on with what those before it left behind.
    pool = new pg.Pool({
      connectionString: database.url,
      Client: BatchingClient,
      pipeline: true,
      types: columnTypes,
      max: 1,
    });
    client = await pool.connect();
    await client.query('create table items (id int primary key)');
  });
  beforeEach(() => client.query('truncate items'));
  afterAll(async () => {
    client?.release();
    await pool?.end();
    await database?.drop();
  });

  /** What became of each, in order. */
  const sendAll = (statements: readonly (Statement | string)[]): Promise<PromiseSettledResult<pg.QueryResult>[]> =>
    Promise.allSettled(statements.map((each) => client.query(each as pg.QueryConfig)));

  const codes = (outcomes: readonly PromiseSettledResult<unknown>[]): readonly unknown[] =>
    outcomes.map((each) => (each.status === 'rejected' ? (each.reason as { code?: unknown }).code : null));

  const committed = async (): Promise<readonly number[]> =>
    (await client.query<{ id: number }>('select id from items order by id')).rows.map(({ id }) => id);

  const select = (name: string, text: string, values: unknown[] = []): Statement => ({ name, text, values });
  const statements: readonly Statement[] = [
    select('null', 'select null::int as a, 1 as b'),
    select('texts', `select '{"a": 1.50}'::json as verbatim, '{"a": 1.50}'::jsonb as read, 12.50::numeric as exact`),
    select('values', 'select $1::text as t, $2::int[] as n, $3::jsonb as j', ['ä"\\', [1, null, 3], { a: [1] }]),
    select('rows', 'select n, n % 2 = 0 as even from generate_series(1, 2000) n'),
    select('none', 'select 1 as a where false'),
    select('twice', 'select 1 as a, 2 as a'),
    { ...select('arrays', 'select 1 as a, 2 as b'), rowMode: 'array' },
    select('time', 'select $1::timestamptz as at', [new Date('2024-02-29T23:59:59.999Z')]),
    select('early', 'select $1::timestamptz::text as at', [new Date('-000043-03-15T12:00:00Z')]),
    select('late', 'select $1::timestamptz::text as at', [new Date('+012345-01-01T00:00:00Z')]),
    select('local', `select $1::date = '2024-03-01'::date as same`, ['2024-03-01']),
    select('write', 'insert into items select generate_series(1, 3)'),
    select('change', 'update items set id = id + 10 where id > $1', [1]),
    select('give', 'delete from items where id = 1 returning id'),
    select('tell', `do 'begin end'`),
  ];

  it('are answered as they are one by one, when their rows are first described and later', async () => {
    const plain = new pg.Client({ connectionString: database.url, types: columnTypes });
    await plain.connect();
    const alone: unknown[] = [];
    for (const each of statements) {
      const { rows, rowCount } = await plain.query(each);
      alone.push({ rows, rowCount });
    }
    await plain.query('truncate items');
    await plain.end();
    for (let round = 0; round < 2; round += 1)
      await runTransaction(client, null, async () => {
        const answers = (await sendAll(statements)).map((each) => {
          if (each.status === 'rejected') return each;
          const { rows, rowCount } = each.value;
          return { rows, rowCount };
        });
        expect(answers).toEqual(alone);
        await client.query('truncate items');
      });
  });

  it('are carried out in their order, whatever they are sent as', async () => {
    const numbers = await runTransaction(client, null, async () => {
      const outcomes = await sendAll([insert(1), count, 'insert into items values (2)', count, insert(3), count]);
      return outcomes.map((each) => (each.status === 'fulfilled' ? (each.value.rows[0] as { n: number })?.n : each));
    });
    expect(numbers).toEqual([undefined, 1, undefined, 2, undefined, 3]);
    expect(await committed()).toEqual([1, 2, 3]);
  });

  it('fail behind one that fails, undo what was before it, and can be sent again on the connection', async () => {
    const missing: Statement = { name: 'missing', text: 'select * from nowhere' };
    const later: Statement = { name: 'later', text: 'select 1 as a' };
    const outcomes: (readonly unknown[])[] = [];
    for (const wrong of [insert(1), missing])
      await expect(
        runTransaction(client, null, async () => {
          outcomes.push(codes(await sendAll([insert(1), wrong, later, count])));
          throw new Error('told');
        }),
      ).rejects.toThrow('told');
    expect(outcomes).toEqual([
      [null, '23505', '25P02', '25P02'],
      [null, '42P01', '25P02', '25P02'],
    ]);
    expect(await committed()).toEqual([]);
    expect(codes(await runTransaction(client, null, () => sendAll([insert(1), later, count])))).toEqual([
      null,
      null,
      null,
    ]);
    expect(await committed()).toEqual([1]);
  });

  it('fail the transaction with their own error where nobody waited for them', async () => {
    const work = async (): Promise<void> => {
      await sendAhead(client, insert(1));
      await sendAhead(client, insert(1));
      await sendAhead(client, count);
    };
    await expect(runTransaction(client, null, work)).rejects.toMatchObject({ code: '23505' });
    await expect(
      runTransaction(client, null, async () => {
        await work();
        await client.query(count);
      }),
    ).rejects.toMatchObject({ code: '23505' });
    expect(await committed()).toEqual([]);
  });

  it('are not in the way of one another where a value cannot be sent', async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const [first, wrong, last] = await runTransaction(client, null, () =>
      sendAll([insert(1), select('circle', 'select $1::json', [circle]), insert(2)]),
    );
    expect([first!.status, wrong!.status, last!.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await committed()).toEqual([1, 2]);
  });

  it('tell of the connection that ended', async () => {
    const made = new BatchingClient({ connectionString: database.url, pipeline: true });
    await made.connect();
    const doomed = made as unknown as TransactionClient;
    const ended = runTransaction(doomed, null, async () => {
      await sendAhead(doomed, {
        name: 'end',
        text: 'select pg_terminate_backend(pg_backend_pid())',
      });
      await doomed.query(count);
    });
    await expect(ended).rejects.toThrow(/terminat/);
  });
});
