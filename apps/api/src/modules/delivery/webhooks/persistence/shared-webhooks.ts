import {
  deleteSharesSql,
  enabledSharesSql,
  environmentSql,
  hasEnabledSharesSql,
  type Queryable,
  refreshShareSql,
  sharesSql,
  type Transaction,
} from '../../../../platform/database/index.js';
import {
  toSharedContent,
  type ShareableWebhook,
  type SharedWebhookContent,
  type SharedWebhook,
} from '../domain/shared-webhook.js';
import type { StoredWebhook, WebhookFilters } from '../domain/webhook.js';

/**
 * Returns a webhook in the form in which it is shared, and locks it until the transaction ends. Returns `null` if there is none with this
 * id.
 */
export async function lockShareableWebhook(
  client: Transaction,
  organizationId: string,
  id: string,
): Promise<{ readonly resourceId: string; readonly name: string; readonly content: SharedWebhookContent } | null> {
  const { rows } = await client.query<
    Omit<ShareableWebhook, 'filters'> & { id: string; name: string; filters: string }
  >(
    `select id, name, description, url, events, filters::text, enabled, status, api_version as "apiVersion",
       timeout_ms as "timeoutMs", created_at as "createdAt", updated_at as "updatedAt"
     from webhooks where organization_id = $1 and id = $2 for share`,
    [organizationId, id],
  );
  const [row] = rows;
  if (!row) return null;
  const content = toSharedContent({ ...row, filters: JSON.parse(row.filters) as WebhookFilters });
  return { resourceId: row.id, name: row.name, content };
}

/** Returns the webhooks that the parent of an organization shares with it, oldest share first. `id` selects a single one. */
export async function findSharedWebhooks(
  client: Queryable,
  organizationId: string,
  id?: string,
): Promise<readonly SharedWebhook[]> {
  const { rows } = await client.query<Pick<SharedWebhook, 'id' | 'name' | 'organizationId' | 'environment' | 'sharedEnabled'> & { content: string }>(
    `select s.resource_id as id, s.name, s.parent_organization_id as "organizationId", s.content::text,
       ${environmentSql('s.organization_id')} as environment,
       i.enabled_at is not null as "sharedEnabled"
     from ${sharesSql}
     where s.organization_id = $1 and s.resource_type = 'webhook' and ($2::uuid is null or s.resource_id = $2)
     order by s.shared_at, s.resource_id`,
    [organizationId, id ?? null],
  ); // prettier-ignore
  return rows.map(({ content, ...row }) => {
    const { createdAt, updatedAt, ...members } = JSON.parse(content) as SharedWebhookContent;
    return { ...row, ...members, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
  });
}

const isEnabledSql = `w.enabled and w.status = 'active'`;

/**
 * SQL: active webhooks by the organization whose events they receive: its own, and those of its parent that it has enabled. The transaction
 * must be allowed to look up `webhooks`. Events committed in `since` or in `opted_in_since` are not sent; `begins` is the later of them.
 */
export const subscriptionsSql = `(
    select w.organization_id as of_organization, w.organization_id, w.id, w.url, w.events, w.filters, w.authorized_by, w.since, w.since as opted_in_since,
      w.since as begins
    from webhooks w where ${isEnabledSql}
    union all
    select s.organization_id, w.organization_id, w.id, w.url, w.events, w.filters, w.authorized_by, w.since, i.since,
      case when pg_snapshot_xmax(i.since) > pg_snapshot_xmax(w.since) then i.since else w.since end
    from ${enabledSharesSql}
      join webhooks w on w.organization_id = s.parent_organization_id and w.id = s.resource_id
    where s.resource_type = 'webhook' and ${isEnabledSql})`;

/** SQL: whether the organization `$1` has such webhooks, or may have them, since those of its parent are not visible to it. */
export const hasSubscriptionsSql = `exists (select from webhooks w where w.organization_id = $1 and ${isEnabledSql})
  or ${hasEnabledSharesSql('webhook')}`;

/** Updates the copies of a shared webhook that the children see. */
export async function refreshSharedWebhook(client: Transaction, webhook: StoredWebhook): Promise<void> {
  await client.query(refreshShareSql('webhook'), [
    webhook.organizationId,
    webhook.id,
    webhook.name,
    JSON.stringify(toSharedContent(webhook)),
  ]);
}

/** Stops sharing a webhook. */
export async function deleteSharedWebhook(
  client: Transaction,
  { organizationId, id }: Pick<StoredWebhook, 'organizationId' | 'id'>,
): Promise<void> {
  await client.query(deleteSharesSql('webhook'), [organizationId, id]);
}
