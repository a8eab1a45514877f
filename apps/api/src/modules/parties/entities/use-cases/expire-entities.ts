import { Injectable } from '@nestjs/common';

import { type AuditEntry, bySystem, recordAudit } from '../../../../platform/audit/index.js';
import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { PeriodicTask, PeriodicJob } from '../../../../platform/periodic-task.js';

import type { EntityRow } from '../persistence/entity-row.js';
import { lockExpired, markExpired, organizationsWithExpired } from '../persistence/expired-entities.js';
import { changeStatus } from './set-status-by-rule.js';

const reason = 'expiresAt has passed';

/** Sets the status of entities whose `expiresAt` has passed to `expired`, unless the current status blocks operations or is locked. */
@Injectable()
export class ExpireEntities extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'entities',
    'expiring entities failed',
    limits.entityExpiryMs,
    () => this.expire(new Date()),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
  ) {
    super();
  }

  /** Returns how many were set. Several processes may do this at once, each for different entities. */
  async expire(now: Date): Promise<number> {
    const organizations = await inTransaction(this.pool, null, organizationsWithExpired);
    return this.task.runInOrganizations(organizations, limits.entityExpiryRows, (organizationId, most) =>
      this.database.transaction(organizationId, (client) => expireBatch(client, { organizationId, most, now })),
    );
  }
}

async function expireBatch(
  client: Transaction,
  { organizationId, most, now }: { readonly organizationId: string; readonly most: number; readonly now: Date },
): Promise<number> {
  const rows = await lockExpired(client, organizationId, most);
  const subject = bySystem(organizationId, 'expiry');
  for (const row of rows) await changeStatus(client, row, { status: 'expired', reason, by: subject.actor }, now);
  await markExpired(
    client,
    organizationId,
    rows.map(({ id }) => id),
  );
  await recordAudit(client, subject, rows.map(expiryEntry));
  return rows.length;
}

const expiryEntry = ({ id, type, externalId, status }: EntityRow): AuditEntry => ({
  event: 'entity_status_changed',
  resourceType: 'entity',
  resourceId: id,
  summary: `${type} ${externalId ?? id}: ${status} became expired`,
  changes: { status: { previous: status, current: 'expired' } },
  reason,
});
