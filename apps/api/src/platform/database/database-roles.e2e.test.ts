import { createTestDatabase, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

import { createApp } from '../../create-app.js';
import { createAccount } from '../../modules/tenancy/organizations/index.js';
import { readConfig } from '../config/index.js';
import { checkAppRole, dataSourceOptions, migrate, openDataSource, poolOf, type PgPool } from './index.js';

describe('DATABASE_URL', () => {
  const owner = `owner_${process.pid}`;
  let admin: pg.Client;
  let url: string;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = new pg.Client(database.url);
    await admin.connect();
    await admin.query(`create role ${owner} login password 'secret'`);
    await admin.query(`create database ${owner} owner ${owner}`);
    const address = new URL(database.url);
    Object.assign(address, { username: owner, password: 'secret', pathname: `/${owner}` });
    url = address.href;
  });
  afterAll(async () => {
    await admin.query(`drop database if exists ${owner} with (force)`);
    await admin.query(`drop role if exists ${owner}`);
    await admin.end();
    await database.drop();
  });

  it('may name a role without superuser, which is told what it lacks, then owns the tables and sees no tenant', async () => {
    await expect(migrate(url)).rejects.toThrow(`grant tamis_app to ${owner}`);
    await admin.query(`grant tamis_app to ${owner}`);
    await migrate(url);
    const source = await openDataSource(dataSourceOptions(url, 2, 'app'));
    const pool: PgPool = poolOf(source);
    const made = await createAccount(pool, { name: 'Owned', deployment: 'development', ifMissing: false });
    await source.destroy();
    if (!made.ok || !made.value.created) throw new Error('no account');
    const config = readConfig({ DATABASE_URL: url, PORT: '0', LOG: 'silent' });
    if (!config.ok) throw new Error(config.error.join());
    const app = await createApp(config.value);
    try {
      await app.listen(0, '127.0.0.1');
      const { organizationId, key } = made.value.production;
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ type: 'person', name: 'Ana', countryCode: 'BR' });
      const created = await fetch(`${await app.getUrl()}/entities`, { method: 'POST', headers, body });
      expect(created.status).toBe(201);
      const client = new pg.Client(url);
      await client.connect();
      const seen = async () => (await client.query('select organization_id as id from entities')).rows;
      expect(await seen()).toEqual([]);
      await client.query(`set tamis.organization_id = '${organizationId}'`);
      expect(await seen()).toEqual([{ id: organizationId }]);
      await client.end();
    } finally {
      await app.close();
    }
  });

  it('is rejected if its sessions bypass row-level security', async () => {
    const source = await openDataSource(dataSourceOptions(process.env['TEST_DATABASE_URL']!, 1, 'owner'));
    await expect(checkAppRole(source)).rejects.toThrow('which bypasses row-level security');
    const owned = await openDataSource(dataSourceOptions(url, 1, 'owner'));
    await expect(checkAppRole(owned)).rejects.toThrow(`sessions must use the role tamis_app, not the role ${owner}`);
  });

  it('is opened without JIT compilation, which would delay decisions, unless it requests it', async () => {
    const compiles = async (address: string): Promise<unknown> => {
      const source = await openDataSource(dataSourceOptions(address, 1, 'app'));
      const [answer] = await source.query<[{ jit: string; name: string }]>(
        `select current_setting('jit') as jit, current_user as name`,
      );
      await source.destroy();
      return answer;
    };
    expect(await compiles(url)).toEqual({ jit: 'off', name: 'tamis_app' });
    expect(await compiles(`${url}?options=-c%20jit%3Don`)).toEqual({ jit: 'on', name: 'tamis_app' });
  });
});
