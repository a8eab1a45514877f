import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';

/** Runs whose matches nobody sees any more: removed, too old, or ended without a result. */
const hasPurgeableMatches = `(removed_at is not null or expires_at < now() or status in ('cancelled', 'failed'))`;

/** Runs that show themselves no more, but for those that are evidence. */
const isPurgeable = `(removed_at is not null or expires_at < now()) and evidence_of = '[]'`;

/** Organizations with runs that may have to be cleared away. The transaction of `client` is of none. */
export const organizationsWithPurgeableDryRuns = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'dry runs',
    `select distinct organization_id as id from dry_runs
     where removed_at is not null or (expires_at < now() and evidence_of = '[]') or status in ('cancelled', 'failed')`,
  );

/** Clears some rows away; false: nothing was left. */
export async function purgeDryRuns(client: Queryable, organizationId: string, rows: number): Promise<boolean> {
  const { rowCount } = await client.query(
    // The rows are found once and deleted by their places: a plan that knows no numbers yet would look for each among all.
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
