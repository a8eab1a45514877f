import { Global, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

import { AppConfig } from '../config/index.js';
import { checkAppRole } from './check-app-role.js';
import { dataSourceOptions } from './data-source-options.js';
import { Notifications } from './notifications.js';
import { openDataSource } from './open-data-source.js';
import { pgPoolToken } from './pg-pool.js';
import { poolOf } from './pool-of.js';
import { TenantDatabase } from './tenant-database.js';

/** One pool of connections for TypeORM and for prepared statements; closed after the HTTP server has drained. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig],
      useFactory: (config: AppConfig) => ({
        ...dataSourceOptions(config.databaseUrl, config.databasePoolSize, 'app'),
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
    TenantDatabase,
    Notifications,
  ],
  exports: [pgPoolToken, TenantDatabase, Notifications],
})
export class DatabaseModule {}
