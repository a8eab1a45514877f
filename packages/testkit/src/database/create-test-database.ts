import pg from 'pg';

/** A separate database for one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Removes the database, even if there are open connections. */
  drop(): Promise<void>;
}

let made = 0;

/**
 * Creates a copy of the migrated, empty template database. Works in end-to-end tests, whose jest set-up starts the server and creates the
 * template. Throws elsewhere.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) {
    throw new Error('no test server: `createTestDatabase` is for end-to-end tests (`*.e2e.test.ts`, `test/e2e/`)');
  }
  made += 1;
  const name = `test_${process.pid}_${made}`;
  await run(server, `create database ${name} template tamis_template`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => drop(server, name) };
}

const mostLooks = 100;

/** A pool ends before its sessions do. If these were ended by force, they would report an error that nobody handles. */
async function drop(server: string, name: string): Promise<void> {
  const sessions = `select 1 from pg_stat_activity where datname = '${name}'`;
  for (let look = 0; look < mostLooks && (await run(server, sessions)) > 0; look += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await run(server, `drop database if exists ${name} with (force)`);
}

/** Returns the number of rows in the result. */
async function run(url: string, sql: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
