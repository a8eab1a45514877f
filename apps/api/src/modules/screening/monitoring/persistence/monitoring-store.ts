import type { ScreenedParty } from '@tamis/screening';

import type { Requester } from '../../../../platform/auth/index.js';
import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import type { ScreeningReason } from '../../screenings/index.js';
import {
  type DueEntity,
  type EntityMonitoring,
  type MonitoredParty,
  monitoringCode,
} from '../domain/monitored-party.js';

/** Enables or disables the monitoring of an entity. A newly monitored entity is screened first. Returns `false` if nothing changed. */
export async function saveMonitoring(
  client: Transaction,
  organizationId: string,
  entityId: string,
  { isActive, requestedBy }: { readonly isActive: boolean; readonly requestedBy: Requester },
): Promise<boolean> {
  await client.query(`insert into monitoring_passes (organization_id) values ($1) on conflict do nothing`, [
    organizationId,
  ]);
  const { rowCount } = await client.query(
    `insert into entity_monitoring as m (organization_id, entity_id, code, is_active, requested_by, is_due, due_reason)
     values ($1, $2, $3, $4, $5, $4, 'requested')
     on conflict (organization_id, entity_id, code) do update set is_active = excluded.is_active, requested_by = excluded.requested_by,
       is_due = excluded.is_due, due_reason = 'requested', due_number = m.due_number + 1, failures = 0, leased_until = now(), updated_at = now()
     where m.is_active <> excluded.is_active`,
    [organizationId, entityId, monitoringCode, isActive, JSON.stringify(requestedBy)],
  );
  return rowCount === 1;
}

/** Returns `null` if monitoring was never requested for the entity. `today` starts with the day of the organization. */
export async function findMonitoring(
  client: Queryable,
  organizationId: string,
  entityId: string,
  timezone: string,
): Promise<EntityMonitoring | null> {
  const { rows } = await client.query<Omit<EntityMonitoring, 'party'> & { readonly party: string | null }>(
    `select is_active as "isActive", party::text as party,
       coalesce((hit_at at time zone $3)::date = (now() at time zone $3)::date, false) as "hitToday"
     from entity_monitoring where organization_id = $1 and entity_id = $2 and code = $4`,
    [organizationId, entityId, timezone, monitoringCode],
  );
  const [found] = rows;
  return found ? { ...found, party: found.party === null ? null : (JSON.parse(found.party) as ScreenedParty) } : null;
}

/** Returns those of the given entities that are monitored and not due, so that their latest screening still matches the lists. */
export async function findWatched(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ readonly id: string }>({
    name: 'watched-entities',
    text: `select entity_id as id from entity_monitoring
      where organization_id = $1 and entity_id = any($2::uuid[]) and code = $3 and is_active and not is_due and party is not null`,
    values: [organizationId, entityIds, monitoringCode],
  });
  return new Set(rows.map(({ id }) => id));
}

export const findMonitoringOrganizations = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(client, 'monitored entities', 'select organization_id as id from monitoring_passes');

export const findDueOrganizations = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'monitored entities',
    `select distinct organization_id as id from entity_monitoring where is_due and is_active and leased_until <= now()`,
  );

/** Claims entities to be screened again, which the caller then holds exclusively for a limited time. */
export async function claimDue(
  client: Queryable,
  organizationId: string,
  { most, leaseSeconds }: { readonly most: number; readonly leaseSeconds: number },
): Promise<readonly DueEntity[]> {
  const { rows } = await client.query<Omit<DueEntity, 'requestedBy'> & { readonly requestedBy: string }>(
    `update entity_monitoring m set leased_until = now() + make_interval(secs => $3)
     from (select entity_id from entity_monitoring
       where organization_id = $1 and code = $4 and is_due and is_active and leased_until <= now()
       order by leased_until limit $2 for update skip locked) d
     where m.organization_id = $1 and m.entity_id = d.entity_id and m.code = $4
     returning m.entity_id as "entityId", requested_by::text as "requestedBy", due_reason as reason, due_number as "dueNumber", failures`,
    [organizationId, most, leaseSeconds, monitoringCode],
  );
  return rows.map((row) => ({ ...row, requestedBy: JSON.parse(row.requestedBy) as Requester }));
}

/**
 * Records that an entity was screened as a party. It stays due if there has been another reason since, or if the screening used outdated
 * data.
 */
export async function completeDue(
  client: Transaction,
  organizationId: string,
  { entityId, dueNumber }: DueEntity,
  {
    party,
    isHit,
    isOutdated,
  }: { readonly party: ScreenedParty; readonly isHit: boolean; readonly isOutdated: boolean },
): Promise<void> {
  await client.query(
    `update entity_monitoring set party = $4, is_due = due_number <> $5 or $7, failures = 0, updated_at = now(), leased_until = case when $7 then leased_until else now() end,
       hit_at = case when $6 then now() else hit_at end
     where organization_id = $1 and entity_id = $2 and code = $3`,
    [organizationId, entityId, monitoringCode, JSON.stringify(party), dueNumber, isHit, isOutdated],
  );
}

/** The screening is retried when its lease has ended. */
export async function failDue(client: Queryable, organizationId: string, entityId: string): Promise<void> {
  await client.query(
    `update entity_monitoring set failures = failures + 1 where organization_id = $1 and entity_id = $2 and code = $3`,
    [organizationId, entityId, monitoringCode],
  );
}

/**
 * Handles entities of a type that the profile does not screen: they stay monitored without a screened party, and another profile makes them
 * due again.
 */
export async function leaveUnscreened(
  client: Queryable,
  organizationId: string,
  due: readonly DueEntity[],
): Promise<void> {
  await client.query(
    `update entity_monitoring m set party = null, is_due = m.due_number <> d.number, leased_until = now(), updated_at = now()
     from unnest($2::uuid[], $3::int[]) as d (id, number) where m.organization_id = $1 and m.entity_id = d.id and m.code = $4`,
    [organizationId, due.map(({ entityId }) => entityId), due.map(({ dueNumber }) => dueNumber), monitoringCode],
  );
}

export async function eraseMonitoring(client: Transaction, organizationId: string, entityId: string): Promise<void> {
  await client.query('delete from entity_monitoring where organization_id = $1 and entity_id = $2', [
    organizationId,
    entityId,
  ]);
}

/** Returns the parties as which entities were screened, ordered by entity id, starting after the given one. */
export async function findMonitoredParties(
  client: Queryable,
  organizationId: string,
  after: string,
  most: number,
): Promise<readonly MonitoredParty[]> {
  const { rows } = await client.query<{ readonly entityId: string; readonly party: string }>({
    name: 'monitored-parties',
    text: `select entity_id as "entityId", party::text as party from entity_monitoring
      where organization_id = $1 and entity_id > $2 and code = $4 and is_active and party is not null
      order by entity_id limit $3`,
    values: [organizationId, after, most, monitoringCode],
  });
  return rows.map(({ entityId, party }) => ({ entityId, party: JSON.parse(party) as ScreenedParty }));
}

/** Marks entities to be screened again; `null` means all monitored entities. */
export async function markDue(
  client: Transaction,
  organizationId: string,
  entityIds: readonly string[] | null,
  reason: ScreeningReason,
): Promise<number> {
  const { rowCount } = await client.query(
    `update entity_monitoring set is_due = true, due_reason = case when is_due then due_reason else $3 end,
       due_number = due_number + 1, leased_until = now()
     where organization_id = $1 and is_active and code = $4 and ($2::uuid[] is null or entity_id = any($2))`,
    [organizationId, entityIds, reason, monitoringCode],
  );
  return rowCount ?? 0;
}
