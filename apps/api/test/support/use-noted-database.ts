import { createTestDatabase, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';
import type { DataSource } from 'typeorm';

import { TenantDatabase } from '../../src/platform/database/index.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { openDataSource } from '../../src/platform/database/open-data-source.js';
import { appRole } from '../../src/platform/database/roles/app-role.js';

/**
 * A database with one table, `noted`, of numbers below 1000, each with the organization that inserted it. The table is empty before each
 * test.
 */
export interface NotedDatabase {
  readonly owner: pg.Client;
  readonly dataSource: DataSource;
  readonly database: TenantDatabase;
}

/** Provides the database for the tests of the calling suite; `connections` is the maximum number of application connections. */
export function useNotedDatabase(connections: number): () => NotedDatabase {
  let testDatabase: TestDatabase | undefined;
  let owner: pg.Client | undefined;
  let dataSource: DataSource | undefined;
  let database: TenantDatabase | undefined;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    owner = new pg.Client({ connectionString: testDatabase.url });
    await owner.connect();
    await owner.query(`create table noted (n int primary key check (n < 1000), place int generated always as identity,
      organization_id text default current_setting('tamis.organization_id', true))`);
    await owner.query(`grant all on noted to ${appRole}`);
    dataSource = await openDataSource(dataSourceOptions(testDatabase.url, connections, 'app'));
    database = new TenantDatabase(dataSource);
  });
  afterAll(async () => {
    await dataSource?.destroy();
    await owner?.end();
    await testDatabase?.drop();
  });
  beforeEach(() => owner?.query('delete from noted'));
  return () => {
    if (!owner || !dataSource || !database) throw new Error('the database is had before the first test');
    return { owner, dataSource, database };
  };
}
