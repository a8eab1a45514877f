import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';

/** Dry runs whose matches are no longer visible: deleted, too old, or ended without a result. */
const hasPurgeableMatches = `(removed_at is not null or expires_at < now() or status in ('cancelled', 'failed'))`;

/** Dry runs that are no longer visible, except those that serve as evidence. */
const isPurgeable = `(removed_at is not null or expires_at < now()) and evidence_of = '[]'`;

/** Returns organizations with dry runs that may need cleanup. The transaction of `client` does not belong to an organization. */
export const organizationsWithPurgeableDryRuns = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'dry runs',
    `select distinct organization_id as id from dry_runs
     where removed_at is not null or (expires_at < now() and evidence_of = '[]') or status in ('cancelled', 'failed')`,
  );

/** Deletes some rows. Returns `false` if nothing was left. */
export async function purgeDryRuns(client: Queryable, organizationId: string, rows: number): Promise<boolean> {
  const { rowCount } = await client.query(
    // Rows are found once and deleted by their physical location. Without statistics, the planner would otherwise search for each among
    // all.
    `with over as materialized (select id from dry_runs where organization_id = $1 and ${hasPurgeableMatches}),
     found as materialized (
       select m.ctid as place from over join dry_run_matches m on m.organization_id = $1 and m.dry_run_id = over.id limit $2)
     delete from dry_run_matches where organization_id = $1 and ctid = any(array(select place from found))`,
    [organizationId, rows],
  );
  if ((rowCount ?? 0) > 0) return true;
  await client.query(`delete from dry_runs where organization_id = $1 and ${isPurgeable}`, [organizationId]);
  return false;
}
