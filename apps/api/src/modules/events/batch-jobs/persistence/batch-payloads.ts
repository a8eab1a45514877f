import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';

const isPastRetention = (days: string): string =>
  `completed_at < now() - make_interval(days => ${days}) and skipped_items is not null`;

/**
 * Returns the organizations with batches that ended at least this many days ago and whose rows are still kept. The transaction of `client`
 * does not belong to an organization.
 */
export const organizationsWithExpiredPayloads = (client: Transaction, days: number): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'batch jobs',
    `select distinct organization_id as id from batch_jobs where ${isPastRetention('$1')}`,
    [days],
  );

/** Deletes the submitted rows of the oldest of these batches and returns the number of batches. Their counts and failures remain. */
export async function purgePayloads(
  client: Queryable,
  organizationId: string,
  { days, rows }: { readonly days: number; readonly rows: number },
): Promise<number> {
  const { rowCount } = await client.query(
    `with past as (
       select id from batch_jobs where organization_id = $1 and ${isPastRetention('$2')} order by completed_at limit $3
     ), purged as (
       delete from batch_rows where organization_id = $1 and batch_id = any(array(select id from past))
     )
     update batch_jobs set skipped_items = null where organization_id = $1 and id = any(array(select id from past))`,
    [organizationId, days, rows],
  );
  return rowCount ?? 0;
}
