import { Global, Logger, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

import { AppConfig } from '../config/index.js';
import { WorkOwners } from '../periodic-task.js';
import { type AddressTraits, probeAddress } from './address-traits.js';
import { checkAppRole } from './check-app-role.js';
import { dataSourceOptions } from './data-source-options.js';
import { ListReplica } from './list-replica.js';
import { Notifications } from './notifications.js';
import { openDataSource } from './open-data-source.js';
import { pgPoolToken } from './pg-pool.js';
import { poolOf } from './pool-of.js';
import { ProcessLeases } from './process-leases.js';
import { TenantDatabase } from './tenant-database.js';

/** Determines and logs the capabilities that a pooler removes. */
async function traitsOf(url: string): Promise<AddressTraits> {
  const traits = await probeAddress(url);
  const logger = new Logger('database');
  if (!traits.takesOptions) logger.log('DATABASE_URL is a connection pooler');
  if (!traits.keepsPrepared)
    logger.warn(
      'the connection pooler of DATABASE_URL does not support prepared statements (PgBouncer does from 1.21, with max_prepared_statements above 0): each statement is planned every time, which is slower',
    );
  return traits;
}

/** One connection pool for TypeORM and for prepared statements. It is closed after the HTTP server has drained. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig],
      useFactory: async ({ databaseUrl, databasePoolSize }: AppConfig) => ({
        ...dataSourceOptions(databaseUrl, databasePoolSize, 'app', await traitsOf(databaseUrl)),
        autoLoadEntities: true,
        retryAttempts: 0,
      }),
      dataSourceFactory: async (options) => checkAppRole(await openDataSource(options!)),
    }),
  ],
  providers: [
    {
      provide: pgPoolToken,
      inject: [getDataSourceToken()],
      useFactory: (dataSource: DataSource) => poolOf(dataSource),
    },
    {
      provide: ListReplica,
      inject: [AppConfig],
      useFactory: ({ databaseReplicaLists, databaseReplicaUrl, databasePoolSize }: AppConfig) =>
        ListReplica.at(databaseReplicaLists ? databaseReplicaUrl : null, databasePoolSize),
    },
    TenantDatabase,
    Notifications,
    { provide: WorkOwners, useClass: ProcessLeases },
  ],
  exports: [pgPoolToken, TenantDatabase, Notifications, WorkOwners],
})
export class DatabaseModule {}
