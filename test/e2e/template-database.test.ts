import { createTestDatabase } from '@tamis/testkit';
import pg from 'pg';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

const tables = "select table_name from information_schema.tables where table_schema = 'public'";

describe('test database', () => {
  test('has the tables of the API', async () => {
    const database = await createTestDatabase();
    expect((await query(database.url, tables)).length).toBeGreaterThan(1);
    await database.drop();
  });

  test('is isolated from other test databases', async () => {
    const [one, other] = [await createTestDatabase(), await createTestDatabase()];
    await query(one.url, 'create table only_here ()');
    expect(await query(other.url, "select to_regclass('only_here') as found")).toEqual([{ found: null }]);
    await Promise.all([one.drop(), other.drop()]);
  });

  test('can be dropped while a connection is open', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client(database.url);
    const ended = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await database.drop();
    expect(await ended).toMatchObject({ code: '57P01' });
  });
});
