import { failure, ok, type Result } from '@tamis/stdx';

import { byAdministration, recordAudit } from '../../../platform/audit/index.js';
import { inTransaction, type PgPool } from '../../../platform/database/index.js';
import type { Quota, QuotaModule, QuotaPeriod } from './quota.js';
import { deleteQuota, findQuota, organizationExists, storeQuota } from './quota-store.js';

export interface QuotaRequest {
  readonly organizationId: string;
  readonly module: QuotaModule;
  readonly period: QuotaPeriod;
  /** `null` for no limit. */
  readonly quota: number | null;
}

/**
 * Sets the quota of an organization, on behalf of the administrator of the server. It takes effect immediately. Records created before it
 * was first set are not counted, and usage is kept when it is changed.
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
