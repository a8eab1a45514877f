import { findOrganizationsWithExpiredKeys, markExpiredKeys } from '../../../platform/auth/index.js';
import { Injectable } from '@nestjs/common';

import { bySystem } from '../../../platform/audit/index.js';
import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
  type Transaction,
} from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { PeriodicTask, PeriodicJob } from '../../../platform/periodic-task.js';
import { recordedSecurityEvent } from '../audit/index.js';

/** Announces expired API keys, since nothing else happens at the time of their expiry. */
@Injectable()
export class AnnounceExpiredKeys extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'api keys',
    'announcing expired keys failed',
    limits.expiredKeysSweepMs,
    () => this.announce(),
  );

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
  ) {
    super();
  }

  async announce(): Promise<void> {
    const organizations = await inTransaction(this.pool, null, (client) => findOrganizationsWithExpiredKeys(client));
    for (const organizationId of organizations)
      await this.database.transaction(organizationId, (client) => announceExpired(client, organizationId));
  }
}

async function announceExpired(client: Transaction, organizationId: string): Promise<void> {
  const expired = await markExpiredKeys(client, organizationId);
  const now = new Date();
  const events = expired.map(({ name, expiresAt }) => {
    const changes = { status: { previous: 'active', current: 'expired' } };
    const summary = `API key ${name} expired at ${expiresAt.toISOString()}`;
    return recordedSecurityEvent(
      bySystem(organizationId, 'api keys'),
      'security.api_key.expired',
      { summary, changes },
      now,
    );
  });
  await writeEvents(client, events);
}
