import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { createTestDatabase, findProgram, type Pooler, startPgBouncer, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

/** Script that an administrator of the database runs. */
const administration = readFileSync(new URL('../../deploy/database.sql', `file://${__filename}`), 'utf8');

/**
 * Shows tests that need these system programs as skipped if one of them is missing. In CI, where everything must be tested, they fail
 * instead.
 */
export const describeWith = (...programs: readonly string[]): jest.Describe =>
  programs.every((name) => findProgram(name) !== null) || process.env['CI'] ? describe : describe.skip;

/** A database behind PgBouncer, as operations.md recommends. */
export interface PooledDatabase {
  readonly database: TestDatabase;
  readonly pooler: Pooler;
  /** Connection of the owner of the database. */
  readonly admin: pg.Client;
  /** Settings of a server: transactions go through the pooler, sessions bypass it. */
  readonly settings: { readonly DATABASE_URL: string; readonly DATABASE_SESSION_URL: string };
  /** Returns the connection URL of a new user that may log in and has no other privileges. */
  readonly newUser: () => Promise<URL>;
  readonly stop: () => Promise<void>;
}

let made = 0;

export async function startPooledDatabase(connections = 6): Promise<PooledDatabase> {
  const database = await createTestDatabase();
  const admin = new pg.Client(database.url);
  await admin.connect();
  const users: string[] = [];
  const newUser = async (): Promise<URL> => {
    made += 1;
    const [name, password] = [`pooled_${process.pid}_${made}`, randomBytes(12).toString('hex')];
    await admin.query(`create role ${name} login password '${password}'`);
    users.push(name);
    return Object.assign(new URL(database.url), { username: name, password });
  };
  const user = await newUser();
  await admin.query(
    administration.replaceAll('tamis_pooled', user.username).replace(":'password'", `'${user.password}'`),
  );
  const pooler = await startPgBouncer({ url: user.href, settings: { default_pool_size: connections } });
  const stop = async (): Promise<void> => {
    await pooler.stop();
    await admin.end();
    await database.drop();
    const server = new pg.Client(process.env['TEST_DATABASE_URL']);
    await server.connect();
    for (const name of users) await server.query(`drop role ${name}`);
    await server.end();
  };
  const settings = { DATABASE_URL: pooler.url, DATABASE_SESSION_URL: database.url };
  return { database, pooler, admin, settings, newUser, stop };
}
