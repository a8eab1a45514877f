import { outboxLagSql } from '../../../../platform/outbox/index.js';

/** What of the organization `$1` is told to who keeps the server well. */

export const failingWebhooksSql = `select count(*) from webhooks
  where organization_id = $1 and enabled and (status = 'disabled_by_failures' or failing_since is not null)`;

const mostCounted = 10_000;

export const waitingDeliveriesSql = `select count(*) from (
  select from webhook_queue where organization_id = $1 limit ${mostCounted}) q`;

/** Where nobody is sent anything, nothing lags. */
export const webhookLagSql = `select (${outboxLagSql('$1', 'c.snapshot::pg_snapshot')}) from webhook_cursors c
  where c.organization_id = $1
    and exists (select from webhooks w where w.organization_id = $1 and w.enabled and w.status = 'active')`;
