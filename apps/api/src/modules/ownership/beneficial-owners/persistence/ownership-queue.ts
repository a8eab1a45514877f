import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';

/** A company whose ownership has to be computed, claimed by the caller. */
export interface DueCompany {
  readonly entityId: string;
  /** If this number has changed by the time the result is stored, the result is outdated. */
  readonly dueNumber: number;
  readonly failures: number;
}

/** Returns organizations with pending computations. The transaction of `client` does not belong to an organization. */
export const findOrganizationsWithChanges = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'ownership changes',
    `select organization_id as id from ownership_changes
     union select organization_id from ownership_dues where leased_until <= now()`,
  );

/**
 * Takes changes that no other process is taking, and returns the entities they concern, or null for all entities. They are permanently
 * deleted when the transaction commits.
 */
export async function takeChanges(
  client: Transaction,
  organizationId: string,
  most: number,
): Promise<readonly (string | null)[]> {
  const { rows } = await client.query<{ readonly entityId: string | null }>(
    `delete from ownership_changes where organization_id = $1 and id = any(array(
       select id from ownership_changes where organization_id = $1 limit $2 for update skip locked))
     returning entity_id as "entityId"`,
    [organizationId, most],
  );
  return rows.map(({ entityId }) => entityId);
}

/** Marks companies whose ownership has to be computed, even if a computation is in progress. */
export async function markDue(
  client: Transaction,
  organizationId: string,
  entityIds: readonly string[],
): Promise<void> {
  await client.query(
    `insert into ownership_dues as d (organization_id, entity_id) select $1, id from unnest($2::uuid[]) as e (id) order by id
     on conflict (organization_id, entity_id)
       do update set due_number = d.due_number + 1, failures = 0, leased_until = now(), is_scheduled = false`,
    [organizationId, entityIds],
  );
}

/** Schedules the ownership of a company to be computed again at the start of a day, unless it already has to be computed earlier. */
export async function scheduleDue(
  client: Transaction,
  organizationId: string,
  entityId: string,
  day: string,
): Promise<void> {
  await client.query(
    `insert into ownership_dues (organization_id, entity_id, is_scheduled, leased_until)
     values ($1, $2, true, $3::date::timestamp at time zone 'UTC') on conflict (organization_id, entity_id) do nothing`,
    [organizationId, entityId, day],
  );
}

/** Claims some companies for a while. */
export async function claimDue(
  client: Queryable,
  organizationId: string,
  { most, leaseSeconds }: { readonly most: number; readonly leaseSeconds: number },
): Promise<readonly DueCompany[]> {
  const { rows } = await client.query<DueCompany>(
    `update ownership_dues d set due_number = d.due_number + 1, leased_until = now() + make_interval(secs => $3), is_scheduled = false
     from (select entity_id from ownership_dues where organization_id = $1 and leased_until <= now()
       order by leased_until, entity_id limit $2 for update skip locked) c
     where d.organization_id = $1 and d.entity_id = c.entity_id
     returning d.entity_id as "entityId", d.due_number as "dueNumber", d.failures`,
    [organizationId, most, leaseSeconds],
  );
  return rows;
}

/** Ends a claim. Returns `false` if another process has claimed the company since, or something has changed. */
export async function completeDue(
  client: Transaction,
  organizationId: string,
  { entityId, dueNumber }: DueCompany,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'delete from ownership_dues where organization_id = $1 and entity_id = $2 and due_number = $3',
    [organizationId, entityId, dueNumber],
  );
  return rowCount === 1;
}

/** Retries later, with the delay doubling each time, up to an hour. */
export async function failDue(
  client: Queryable,
  organizationId: string,
  { entityId, dueNumber }: DueCompany,
): Promise<void> {
  await client.query(
    `update ownership_dues set failures = failures + 1,
       leased_until = now() + least(interval '1 hour', interval '5 seconds' * 2 ^ least(failures, 10))
     where organization_id = $1 and entity_id = $2 and due_number = $3`,
    [organizationId, entityId, dueNumber],
  );
}

/** Whether a computation is pending for a company, or for any company because of changes that were not processed yet. */
export async function isDue(client: Queryable, organizationId: string, entityId: string): Promise<boolean> {
  const { rows } = await client.query<{ readonly isDue: boolean }>({
    name: 'ownership-is-due',
    text: `select exists (select from ownership_changes where organization_id = $1)
      or exists (select from ownership_dues where organization_id = $1 and entity_id = $2
        and (not is_scheduled or leased_until <= now())) as "isDue"`,
    values: [organizationId, entityId],
  });
  return rows[0]!.isDue;
}

export async function eraseDue(client: Transaction, organizationId: string, entityId: string): Promise<void> {
  await client.query('delete from ownership_dues where organization_id = $1 and entity_id = $2', [
    organizationId,
    entityId,
  ]);
}
