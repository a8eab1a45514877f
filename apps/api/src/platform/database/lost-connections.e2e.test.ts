import type pg from 'pg';

import { useNotedDatabase } from '../../../test/support/use-noted-database.js';
import type { TenantDatabase } from './tenant-database.js';
import type { Transaction } from './transaction.js';

const home = '01900000-0000-7000-8000-000000000001';

describe('lost database connection', () => {
  const noted = useNotedDatabase(2);
  let owner: pg.Client;
  let database: TenantDatabase;
  beforeAll(() => void ({ owner, database } = noted()));

  const notes = async (): Promise<readonly number[]> =>
    (await owner.query<{ n: number }>('select n from noted order by n')).rows.map(({ n }) => n);
  const kill = async (client: Pick<Transaction, 'query'>): Promise<void> => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await owner.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  };

  it('during a transaction goes unnoticed by the caller: the transaction is rolled back and repeated once', async () => {
    let runs = 0;
    await database.transaction(home, async (client) => {
      runs += 1;
      await client.query('insert into noted values ($1)', [runs]);
      if (runs === 1) await kill(client);
      await client.query('insert into noted values (10)');
    });
    expect([runs, await notes()]).toEqual([2, [2, 10]]);
  });

  it('is reported when it occurs a second time', async () => {
    let runs = 0;
    const lost = database.transaction(home, async (client) => {
      runs += 1;
      await client.query('insert into noted values ($1)', [runs]);
      await kill(client);
      await client.query('select 1');
    });
    await expect(lost).rejects.toThrow();
    expect([runs, await notes()]).toEqual([2, []]);
  });

  it('during a commit is reported, and nothing is repeated because the outcome is unknown', async () => {
    let runs = 0;
    await owner.query(
      `create function wait_for_end() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$;
       create constraint trigger late after insert on noted deferrable initially deferred for each row execute function wait_for_end()`,
    );
    const lost = database.transaction(home, async (client) => {
      runs += 1;
      await client.query('insert into noted values (1)');
    });
    const caught = lost.catch((error: unknown) => error);
    const isCommitting = `query = 'commit' and state = 'active' and datname = current_database()`;
    const end = async () =>
      (await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${isCommitting}`)).rowCount;
    while ((await end()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await caught).toMatchObject({ code: '57P01' });
    expect(runs).toBe(1);
    await owner.query('drop trigger late on noted');
  });
});
