import type { EntryCounts } from '@tamis/screening-pool';
import type { ListSummary } from '@tamis/watchlists';

import type { Queryable } from '../../../../platform/database/index.js';
import type { CheckedVersion } from '../domain/watchlist-version.js';

/** A load without a heartbeat for this long is considered dead. */
const deadAfter = '1 minute';

/** A version that is being loaded, with the version on which its changes are based. */
export interface BegunVersion {
  readonly code: string;
  readonly version: number;
  readonly base: number | null;
}

/** Begins a version, and removes what a dead load left behind. Returns `null` if another load of the list is in progress. */
export async function beginVersion(client: Queryable, code: string): Promise<BegunVersion | null> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`watchlist ${code}`]);
  const { rows: alive } = await client.query(
    `select 1 from watchlist_versions where code = $1 and state = 'loading' and changed_at > now() - interval '${deadAfter}'`,
    [code],
  );
  if (alive.length > 0) return null;
  await removeVersions(client, code, `state = 'loading'`);
  await client.query(`insert into watchlist_datasets (code) values ($1) on conflict do nothing`, [code]);
  const { rows } = await client.query<BegunVersion>(
    `insert into watchlist_versions (code, version, base, state, entries, unreadable, doubts, loaded_at, changed_at)
     select $1, coalesce((select max(version) from watchlist_versions where code = $1), 0) + 1, current, 'loading', 0, 0, '{}', now(), now()
     from watchlist_datasets where code = $1
     returning code, version, base`,
    [code],
  );
  return rows[0] ?? null;
}

/** Sends a heartbeat of the load; returns `false` if it has been considered dead. */
export async function keepLoading(client: Queryable, { code, version }: BegunVersion): Promise<boolean> {
  const { rowCount } = await client.query(
    `update watchlist_versions set changed_at = now() where code = $1 and version = $2 and state = 'loading'`,
    [code, version],
  );
  return rowCount === 1;
}

/** Stores how the files of a version were read, regardless of what happens to it afterwards. */
export async function storeSummary(
  client: Queryable,
  { code, version }: BegunVersion,
  { format, entries, unreadable, generatedOn, isEndMarked }: ListSummary,
  counts: EntryCounts,
): Promise<void> {
  await client.query(
    `update watchlist_versions set format = $3, entries = $4, unreadable = $5, generated_on = $6, is_end_marked = $7, counts = $8,
       changed_at = now()
     where code = $1 and version = $2`,
    [code, version, format, entries, unreadable, generatedOn, isEndMarked, JSON.stringify(counts)],
  );
}

/** Keeps a version aside with the reasons, replacing earlier ones kept aside; an incomplete version does not replace a complete one. */
export async function keepAside(
  client: Queryable,
  { code, version }: BegunVersion,
  doubts: readonly string[],
  isWhole: boolean,
): Promise<void> {
  await removeVersions(client, code, `state = 'kept_aside'${isWhole ? '' : ' and format is null'}`);
  await client.query(
    `update watchlist_versions set state = 'kept_aside', doubts = $3, changed_at = now() where code = $1 and version = $2`,
    [code, version, doubts],
  );
}

/** Returns the current version and locks it; anyone who replaces it must check it first. */
export async function lockCurrent(client: Queryable, code: string): Promise<number | null> {
  const { rows } = await client.query<{ current: number | null }>(
    `select current from watchlist_datasets where code = $1 for update`,
    [code],
  );
  return rows[0]?.current ?? null;
}

/** Whether the current version can be searched: an index written by another build of the server cannot. */
export async function isIndexCurrent(client: Queryable, code: string, format: number): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from watchlist_versions where code = $1 and state = 'current' and index_format = $2`,
    [code, format],
  );
  return rows.length > 0;
}

/** Returns how the current version was read, for comparison. */
export async function findCurrentSummary(client: Queryable, code: string): Promise<ListSummary | null> {
  const { rows } = await client.query<ListSummary>(
    `select format, entries, unreadable, generated_on::text as "generatedOn", is_end_marked as "isEndMarked"
     from watchlist_versions where code = $1 and state = 'current'`,
    [code],
  );
  return rows[0] ?? null;
}

/** Records that the source of a list has the same content as the current version. Its publication date may differ. */
export async function confirmCurrent(client: Queryable, code: string, publishedOn: string | null): Promise<void> {
  await client.query(`update watchlist_datasets set checked_at = now() where code = $1`, [code]);
  await client.query(
    `update watchlist_versions set generated_on = coalesce($2, generated_on) where code = $1 and state = 'current'`,
    [code, publishedOn],
  );
  await client.query(`select pg_notify('tamis_watchlists', $1)`, [code]);
}

/**
 * Makes a version current in place of its base, which the caller must have locked. Older versions kept aside can no longer become current.
 * Its changes end the entries they replace.
 */
export async function publish(client: Queryable, { code, version }: BegunVersion): Promise<void> {
  await client.query(
    `update watchlist_entries e set to_version = $2 from watchlist_changes c
     where c.code = $1 and c.version = $2 and c.kind in ('changed', 'removed')
       and e.code = $1 and e.entry_id = c.entry_id and e.to_version is null and e.from_version < $2`,
    [code, version],
  );
  await client.query(
    `update watchlist_versions set state = 'replaced', changed_at = now() where code = $1 and state = 'current'`,
    [code],
  );
  await client.query(
    `update watchlist_versions set state = 'current', changed_at = now(), current_at = now() where code = $1 and version = $2`,
    [code, version],
  );
  await client.query(`update watchlist_datasets set current = $2, checked_at = now() where code = $1`, [code, version]);
  await removeVersions(client, code, `state = 'kept_aside' and version < ${version}`);
  await client.query(`delete from watchlist_chunks where code = $1 and version < $2`, [code, version]);
  await client.query(`select pg_notify('tamis_watchlists', $1)`, [code]);
}

/** Removes versions that were never current, with everything stored for them. */
export async function removeVersions(client: Queryable, code: string, which: string): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select version from watchlist_versions where code = $1 and ${which}`,
    [code],
  );
  const versions = rows.map(({ version }) => version);
  if (versions.length === 0) return;
  await removeParts(client, code, versions);
  await client.query(`delete from watchlist_versions where code = $1 and version = any($2)`, [code, versions]);
}

/** Removes the data stored for versions that were never current. */
export async function removeParts(client: Queryable, code: string, versions: readonly number[]): Promise<void> {
  await client.query(`delete from watchlist_entries where code = $1 and from_version = any($2)`, [code, versions]);
  for (const table of ['watchlist_changes', 'watchlist_chunks'])
    await client.query(`delete from ${table} where code = $1 and version = any($2)`, [code, versions]);
}

/** Removes entries that have not been in a current version for this many days; replays use the more recent ones. */
export async function removeOldEntries(client: Queryable, code: string, days: number): Promise<void> {
  const ended = `(select version from watchlist_versions where code = $1 and current_at < now() - make_interval(days => $2))`;
  await client.query(`delete from watchlist_entries where code = $1 and to_version in ${ended}`, [code, days]);
  await client.query(`delete from watchlist_changes where code = $1 and version in ${ended}`, [code, days]);
}

/** Returns and locks a complete version that was kept aside; `null` if there is none with this number. */
export async function lockKeptAside(
  client: Queryable,
  code: string,
  version: number,
): Promise<(BegunVersion & { readonly isWhole: boolean }) | null> {
  const { rows } = await client.query<BegunVersion & { isWhole: boolean }>(
    `select code, version, base, format is not null as "isWhole" from watchlist_versions
     where code = $1 and version = $2 and state = 'kept_aside' for update`,
    [code, version],
  );
  return rows[0] ?? null;
}

/** Returns the versions of lists that are current or not decided on, newest of each list first. */
export async function findVersions(client: Queryable): Promise<readonly CheckedVersion[]> {
  const { rows } = await client.query<Omit<CheckedVersion, 'counts'> & { readonly counts: string | null }>(
    `select v.code, version, state, entries, unreadable, generated_on::text as "publishedOn", loaded_at as "loadedAt", doubts, counts::text as counts,
       coalesce(d.checked_at, v.loaded_at) as "checkedAt"
     from watchlist_versions v join watchlist_datasets d on d.code = v.code
     where state <> 'replaced' order by v.code, version desc`,
  );
  return rows.map((row) => ({ ...row, counts: row.counts === null ? null : (JSON.parse(row.counts) as EntryCounts) }));
}
