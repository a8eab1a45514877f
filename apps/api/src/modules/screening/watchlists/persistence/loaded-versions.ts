import { indexFormat } from '@tamis/screening';
import { sandboxList, type WatchlistEntry } from '@tamis/watchlists';

import type { Queryable } from '../../../../platform/database/index.js';
import { type OwnList, ownList } from '../domain/own-list.js';
import type { EntryKeyOfList, StoredEntry } from '../domain/stored-entry.js';

/** A current version, as stored by other processes. */
export interface CurrentIndex {
  readonly code: string;
  readonly version: number;
  readonly entries: number;
  readonly publishedOn: string | null;
  readonly loadedAt: Date;
  readonly checkedAt: Date;
  readonly indexBytes: number;
}

/** Returns the current versions of some lists, without those whose index was written by another build of the server. */
export async function findCurrentIndexes(
  client: Queryable,
  codes: readonly string[],
): Promise<readonly CurrentIndex[]> {
  const { rows } = await client.query<CurrentIndex>({
    name: 'current-watchlists',
    text: `select d.code, v.version, v.entries, v.generated_on::text as "publishedOn", v.loaded_at as "loadedAt",
        coalesce(d.checked_at, v.loaded_at) as "checkedAt", v.index_bytes::int8 as "indexBytes"
      from watchlist_datasets d join watchlist_versions v on v.code = d.code and v.version = d.current
      where d.code = any($1) and v.index_format = $2 order by d.code`,
    values: [codes, indexFormat],
  });
  return rows.map((row) => ({ ...row, indexBytes: Number(row.indexBytes) }));
}

/**
 * Reads the search index of a version part by part into shared memory. Returns `null` if its parts were removed because another version is
 * current.
 */
export async function readIndex(
  client: Queryable,
  { code, version, indexBytes }: Pick<CurrentIndex, 'code' | 'version' | 'indexBytes'>,
): Promise<SharedArrayBuffer | null> {
  const block = new SharedArrayBuffer(indexBytes);
  const bytes = new Uint8Array(block);
  for (let [part, at] = [0, 0]; at < indexBytes; part += 1) {
    const { rows } = await client.query<{ bytes: Buffer }>(
      'select bytes from watchlist_chunks where code = $1 and version = $2 and part = $3',
      [code, version, part],
    );
    const [found] = rows;
    if (found === undefined || found.bytes.length === 0 || at + found.bytes.length > indexBytes) return null;
    bytes.set(found.bytes, at);
    at += found.bytes.length;
  }
  return block;
}

/** Returns entries as they are in a version of their list, or otherwise in the current version. */
export async function findEntries(
  client: Queryable,
  asked: readonly EntryKeyOfList[],
  versions: Readonly<Record<string, string>>,
  own: OwnList | null = null,
): Promise<readonly StoredEntry[]> {
  const atHand = [...entriesAtHand(sandboxList.code, sandboxList, asked), ...entriesAtHand(ownList.code, own, asked)];
  const keys = asked.filter(({ list }) => list !== sandboxList.code && list !== ownList.code);
  if (keys.length === 0) return atHand;
  const { rows } = await client.query<Omit<StoredEntry, 'entry'> & { readonly entry: string }>({
    name: 'watchlist-entries',
    text: `select e.code as list, e.entry_id as "entryId", e.entry::text as entry, coalesce(c.cluster, e.code || '/' || e.entry_id) as cluster
      from unnest($1::text[], $2::text[], $3::int[]) as k (code, entry_id, version)
      join watchlist_datasets d on d.code = k.code
      join watchlist_entries e on e.code = k.code and e.entry_id = k.entry_id
        and e.from_version <= coalesce(k.version, d.current) and (e.to_version is null or e.to_version > coalesce(k.version, d.current))
      left join watchlist_clusters c on c.code = k.code and c.entry_id = k.entry_id`,
    values: [
      keys.map(({ list }) => list),
      keys.map(({ entryId }) => entryId),
      keys.map(({ list }) => versions[list] ?? null),
    ],
  });
  const found = rows.map((row) => ({ ...row, entry: JSON.parse(row.entry) as WatchlistEntry }));
  return [...found, ...atHand];
}

/** Returns the entries of a list that is not stored like public ones. */
function entriesAtHand(
  code: string,
  known: Pick<OwnList, 'entries'> | null,
  asked: readonly EntryKeyOfList[],
): readonly StoredEntry[] {
  const ids = new Set(asked.flatMap(({ list, entryId }) => (list === code ? [entryId] : [])));
  const found = ids.size === 0 ? [] : (known?.entries ?? []).filter(({ id }) => ids.has(id));
  return found.map((entry) => ({ list: code, entryId: entry.id, entry, cluster: `${code}/${entry.id}` }));
}

/** Returns ids of entries that differ between two versions of a list, or `null` if there are more than `most`. */
export async function findChangedIds(
  client: Queryable,
  {
    code,
    from,
    to,
    most,
  }: { readonly code: string; readonly from: string; readonly to: string; readonly most: number },
): Promise<ReadonlySet<string> | null> {
  const { rows } = await client.query<{ readonly id: string }>(
    `select distinct entry_id as id from watchlist_changes where code = $1 and version > $2 and version <= $3 limit $4`,
    [code, Number(from), Number(to), most + 1],
  );
  return rows.length > most ? null : new Set(rows.map(({ id }) => id));
}

/** Returns for each list which version was current at each given time, in order. A list without any is left out. */
export async function findServedVersions(
  client: Queryable,
  codes: readonly string[],
  moments: readonly Date[],
): Promise<readonly Readonly<Record<string, string>>[]> {
  const { rows } = await client.query<{ readonly versions: string }>({
    name: 'served-watchlists',
    text: `select coalesce(json_object_agg(v.code, v.version::text) filter (where v.code is not null), '{}')::text as versions
      from unnest($2::timestamptz[]) with ordinality as m (at, place)
      left join lateral (select distinct on (s.code) s.code, s.version from watchlist_versions s
        where s.code = any($1) and s.current_at <= m.at order by s.code, s.current_at desc) v on true
      group by m.place order by m.place`,
    values: [codes, moments],
  });
  return rows.map(({ versions }) => JSON.parse(versions) as Readonly<Record<string, string>>);
}

/** Returns all entries of a version of a list. */
export async function findEntriesOf(
  client: Queryable,
  code: string,
  version: string,
): Promise<readonly WatchlistEntry[]> {
  const { rows } = await client.query<{ readonly entry: string }>(
    `select entry::text as entry from watchlist_entries
     where code = $1 and from_version <= $2::int and (to_version is null or to_version > $2::int)`,
    [code, version],
  );
  return rows.map(({ entry }) => JSON.parse(entry) as WatchlistEntry);
}
