import type { DataSource, QueryRunner } from 'typeorm';

import { dataSourceOptions } from './data-source-options.js';
import { EarlierDatabaseError } from './earlier-database-error.js';
import { baseline } from './migrations/index.js';
import { openDataSource } from './open-data-source.js';
import { addPartitions, type DroppedPartition, dropPartitions } from './partitions.js';

/** Identifies the lock. Any number works, as long as it is the same in every process. */
const migrationLock = 7_214_003_581;

/**
 * Migrates the database to the newest schema, adds partitions for the time ahead, and returns the names of the applied migrations.
 * Processes that start at the same time take turns. Throws `DatabaseUnavailableError`, and `EarlierDatabaseError` for a database that
 * cannot be upgraded.
 */
export async function migrate(url: string): Promise<readonly string[]> {
  const dataSource = await openDataSource(dataSourceOptions(url, 2, 'owner'));
  try {
    return await withMigrationLock(dataSource, async () => {
      await refuseEarlierDatabase(dataSource);
      const done = await dataSource.runMigrations({ transaction: 'each' });
      await withRunner(dataSource, (runner) => addPartitions(runner, new Date()));
      return done.map((migration) => migration.name);
    });
  } finally {
    await dataSource.destroy();
  }
}

async function refuseEarlierDatabase(dataSource: DataSource): Promise<void> {
  const [table] = await dataSource.query<{ found: boolean }[]>(
    `select to_regclass('schema_migrations') is not null as found`,
  );
  if (!table?.found) return;
  const done = await dataSource.query<{ name: string }[]>('select name from schema_migrations order by id');
  if (done.length === 0 || done.some(({ name }) => name === baseline)) return;
  throw new EarlierDatabaseError(done[0]!.name);
}

async function withMigrationLock<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('select pg_advisory_lock($1)', [migrationLock]);
    return await work();
  } finally {
    await runner.query('select pg_advisory_unlock($1)', [migrationLock]);
    await runner.release();
  }
}

/** Drops data older than a given time from a partitioned table, in whole quarters. Throws `DatabaseUnavailableError`. */
export async function dropExpiredPartitions(
  url: string,
  table: string,
  before: Date,
): Promise<readonly DroppedPartition[]> {
  const dataSource = await openDataSource(dataSourceOptions(url, 2, 'owner'));
  try {
    return await withMigrationLock(dataSource, () =>
      withRunner(dataSource, (runner) => dropPartitions(runner, table, before, new Date())),
    );
  } finally {
    await dataSource.destroy();
  }
}

async function withRunner<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
  }
}
