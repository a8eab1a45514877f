import { failure, ok, type Result } from '@tamis/stdx';

import { byAdministration, recordAudit } from '../../../platform/audit/index.js';
import { inTransaction, type PgPool } from '../../../platform/database/index.js';
import type { Quota, QuotaModule, QuotaPeriod } from './quota.js';
import { deleteQuota, findQuota, organizationExists, storeQuota } from './quota-store.js';

export interface QuotaRequest {
  readonly organizationId: string;
  readonly module: QuotaModule;
  readonly period: QuotaPeriod;
  /** Null: as many as they like. */
  readonly quota: number | null;
}

/**
 * Gives an organization a quota, for whoever runs the server. It holds at once; what was created before it was first set is not
 * counted, and what was counted stays counted when it is changed.
 */
export async function setQuota(
  pool: PgPool,
  { organizationId, module, period, quota }: QuotaRequest,
): Promise<Result<Quota | null, 'no-organization'>> {
  return inTransaction(pool, organizationId, async (client) => {
    if (!(await organizationExists(client, organizationId))) return failure('no-organization');
    const before = await findQuota(client, organizationId, module, period);
    const after = quota === null ? null : await storeQuota(client, organizationId, { module, period, quota });
    if (quota === null) await deleteQuota(client, organizationId, module, period);
    const name = `quota.${module}.${period}`;
    await recordAudit(client, byAdministration(organizationId), [
      {
        event: 'organization_updated',
        resourceType: 'organization',
        resourceId: organizationId,
        summary: quota === null ? `no ${period} quota of ${module}` : `${period} quota of ${module}: ${quota}`,
        changes: { [name]: { previous: before?.quota ?? null, current: quota } },
      },
    ]);
    return ok(after);
  });
}
