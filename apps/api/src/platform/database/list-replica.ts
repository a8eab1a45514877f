import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

import { appPool, type PgPool } from './pg-pool.js';

/**
 * Connections to a read-only replica for list queries: that of `DATABASE_REPLICA_URL`, if enabled by `DATABASE_REPLICA_LISTS`. If it does
 * not respond, lists are read from the primary database.
 */
@Injectable()
export class ListReplica implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(readonly pool: PgPool | null) {}

  static at(url: string | null, connections: number): ListReplica {
    return new ListReplica(url === null ? null : appPool(url, connections, 'tamis-lists'));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.pool) return;
    try {
      await this.pool.query('select 1');
    } catch (error) {
      new Logger('database').warn(`lists are read from the primary while the replica is unavailable: ${String(error)}`);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }
}
