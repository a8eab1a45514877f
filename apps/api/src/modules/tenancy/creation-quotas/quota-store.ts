import { localTimeSql, organizationsSql, type Queryable } from '../../../platform/database/index.js';
import type { Quota, QuotaModule, QuotaPeriod } from './quota.js';

/** Counts records that are about to be created; rejects with an error that `toQuotaExceededError` recognizes if they are too many. */
export async function incrementQuotaUsage(
  client: Queryable,
  organizationId: string,
  module: QuotaModule,
  records: number,
): Promise<void> {
  await client.query({
    name: 'creation-quota-take',
    text: 'select take_creation_quota($1, $2, $3)',
    values: [organizationId, module, records],
  });
}

/** From here on, the transaction sums up what it creates, without blocking others, until `takeDeferredUsage`. */
export async function deferUsage(client: Queryable): Promise<void> {
  await client.query(`select set_config('tamis.defer_quotas', 'on', true)`);
}

/** Counts the sum; rejects like `incrementQuotaUsage`. */
export async function takeDeferredUsage(client: Queryable, organizationId: string): Promise<void> {
  await client.query('select take_deferred_quotas($1)', [organizationId]);
}

/** Sets a quota; usage counted under an earlier quota of the same period is kept. */
export async function storeQuota(
  client: Queryable,
  organizationId: string,
  { module, period, quota }: Omit<Quota, 'used'>,
): Promise<Quota> {
  const { rows } = await client.query<{ used: string }>(
    `insert into creation_quotas (organization_id, module, period, quota, period_key)
     values ($1, $2, $3::text, $4, case $3 when 'month' then to_char(${localTimeSql('$1', 'now()')}, 'YYYY-MM') else 'total' end)
     on conflict (organization_id, module, period) do update set quota = excluded.quota, updated_at = now()
     returning used`,
    [organizationId, module, period, quota],
  );
  return { module, period, quota, used: Number(rows[0]!.used) };
}

/** Returns and locks the quota until the transaction ends; `null` if there is none. */
export async function findQuota(
  client: Queryable,
  organizationId: string,
  module: QuotaModule,
  period: QuotaPeriod,
): Promise<Quota | null> {
  const { rows } = await client.query<{ quota: string; used: string }>(
    'select quota, used from creation_quotas where organization_id = $1 and module = $2 and period = $3 for update',
    [organizationId, module, period],
  );
  const [row] = rows;
  return row ? { module, period, quota: Number(row.quota), used: Number(row.used) } : null;
}

export async function deleteQuota(
  client: Queryable,
  organizationId: string,
  module: QuotaModule,
  period: QuotaPeriod,
): Promise<void> {
  await client.query('delete from creation_quotas where organization_id = $1 and module = $2 and period = $3', [
    organizationId,
    module,
    period,
  ]);
}

export async function organizationExists(client: Queryable, organizationId: string): Promise<boolean> {
  const { rows } = await client.query(`select from ${organizationsSql} o where id = $1`, [organizationId]);
  return rows.length > 0;
}
