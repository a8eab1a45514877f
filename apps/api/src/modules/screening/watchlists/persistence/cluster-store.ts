import { clusterEntries, entryKey } from '@tamis/watchlists';

import type { Queryable } from '../../../../platform/database/index.js';

interface LinkedEntry {
  readonly dataset: string;
  readonly id: string;
  readonly referents: readonly string[];
}

/**
 * Recomputes which entries of all current lists belong together. Only entries that share a referent with another one are read. The lock
 * lets one process at a time do so, until the transaction ends.
 */
export async function storeClusters(client: Queryable): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('watchlist clusters', 0))`);
  const { rows } = await client.query<LinkedEntry>(
    `with serving as (
       select e.code, e.entry_id, e.referents from watchlist_entries e join watchlist_datasets d on d.code = e.code
       where e.from_version <= d.current and (e.to_version is null or e.to_version > d.current) and cardinality(e.referents) > 0
     ), shared as (
       select referent from serving, unnest(referents) as r (referent) group by referent having count(*) > 1
     )
     select code as dataset, entry_id as id, array_agg(referent) as referents
     from serving, unnest(referents) as r (referent) join shared using (referent) group by code, entry_id`,
  );
  const clusters = clusterEntries(rows);
  const linked = rows.map((entry) => ({ ...entry, cluster: clusters.get(entryKey(entry))! }));
  await client.query('delete from watchlist_clusters');
  await client.query(
    `insert into watchlist_clusters (code, entry_id, cluster) select * from unnest($1::text[], $2::text[], $3::text[])`,
    [linked.map(({ dataset }) => dataset), linked.map(({ id }) => id), linked.map(({ cluster }) => cluster)],
  );
}
