import { newId, type Queryable } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { EntityStatus } from '../domain/entity-enumerations.js';
import type { StatusChange } from '../domain/status-change.js';

/** Stores a status change of an entity, in the transaction that makes it. */
export async function insertStatusChange(
  client: Queryable,
  organizationId: string,
  entityId: string,
  { status, previousStatus, reason, changedBy, source, changedAt }: StatusChange,
): Promise<void> {
  await client.query({
    name: 'entity-status-move',
    text: `insert into entity_status_history
      (organization_id, entity_id, id, status, previous_status, reason, changed_by, source, changed_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      organizationId,
      entityId,
      newId(changedAt.getTime()),
      status,
      previousStatus,
      reason,
      JSON.stringify(changedBy),
      source,
      changedAt,
    ],
  });
}

/** Stores the first statuses of newly stored entities. */
export async function insertFirstStatuses(
  client: Queryable,
  organizationId: string,
  entities: readonly { readonly id: string; readonly status: EntityStatus }[],
  { changedBy, source, changedAt }: Pick<StatusChange, 'changedBy' | 'source' | 'changedAt'>,
): Promise<void> {
  await client.query({
    name: 'entity-first-statuses',
    text: `insert into entity_status_history (organization_id, entity_id, id, status, changed_by, source, changed_at)
      select $1, entity_id, id, status, $5, $6, $7 from unnest($2::uuid[], $3::uuid[], $4::text[]) e (entity_id, id, status)`,
    values: [
      organizationId,
      entities.map(({ id }) => id),
      entities.map(() => newId(changedAt.getTime())),
      entities.map(({ status }) => status),
      JSON.stringify(changedBy),
      source,
      changedAt,
    ],
  });
}

/** Returns the newest status changes, latest first. */
export async function findStatusChanges(
  client: Queryable,
  organizationId: string,
  entityId: string,
): Promise<readonly StatusChange[]> {
  const { rows } = await client.query<StatusChange>({
    name: 'entity-status-moves',
    text: `select status, previous_status as "previousStatus", reason, changed_by as "changedBy", source, changed_at as "changedAt"
      from entity_status_history where organization_id = $1 and entity_id = $2 order by seq desc limit $3`,
    values: [organizationId, entityId, limits.statusHistoryRows],
  });
  return rows;
}

/** Returns the last status change, or `null` if the history is empty. */
export async function findNewestChange(
  client: Queryable,
  organizationId: string,
  entityId: string,
): Promise<{ readonly id: string } | null> {
  const { rows } = await client.query<{ id: string }>({
    name: 'entity-newest-move',
    text: 'select id from entity_status_history where organization_id = $1 and entity_id = $2 order by seq desc limit 1',
    values: [organizationId, entityId],
  });
  return rows[0] ?? null;
}

/** Returns the status of an entity before it was deleted, or `null` if its history does not include it. */
export async function statusBeforeDeletion(
  client: Queryable,
  organizationId: string,
  entityId: string,
): Promise<EntityStatus | null> {
  const { rows } = await client.query<{ status: EntityStatus | null }>(
    `select previous_status as status from entity_status_history
     where organization_id = $1 and entity_id = $2 and status = 'deleted' order by seq desc limit 1`,
    [organizationId, entityId],
  );
  return rows[0]?.status ?? null;
}

/** Whether an entity exists or existed: entities older than the history feature have no entries. */
export async function entityEverExisted(client: Queryable, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query('select from entities where organization_id = $1 and id = $2', [
    organizationId,
    id,
  ]);
  return rowCount === 1;
}
