import { isWrittenSinceSql } from '../../../../platform/outbox/index.js';

/** What of the organization `$1` is told to who keeps the server well. */

export const failingWebhooksSql = `select count(*) from webhooks
  where organization_id = $1 and enabled and (status = 'disabled_by_failures' or failing_since is not null)`;

const mostCounted = 10_000;

export const waitingDeliveriesSql = `select count(*) from (
  select from webhook_queue where organization_id = $1 limit ${mostCounted}) q`;

/** Where nobody is sent anything, nothing lags. The oldest comes first: numbers of transactions grow. */
export const outboxLagSql = `select greatest(0, extract(epoch from now() - o.created_at)) from webhook_cursors c
  cross join lateral (
    select o.created_at from outbox o where o.organization_id = $1
      and ${isWrittenSinceSql('o', 'c.snapshot::pg_snapshot')} order by o.written_by limit 1) o
  where c.organization_id = $1
    and exists (select from webhooks w where w.organization_id = $1 and w.enabled and w.status = 'active')`;
