import { ListNotLoadedError, type ReadEntry } from '@tamis/screening-pool';

import { joinJsonTexts, type Queryable, splitJsonTextsSql } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { findListedNames } from '../../../decisions/data-lists/index.js';
import { type OwnList, ownList, ownListOf } from '../domain/own-list.js';
import type { ChangeCounts } from '../domain/watchlist-version.js';
import type { BegunVersion } from './version-store.js';

/** SQL: selects the current entry with an id; staged entries of later versions are not included. */
const serves = (entries: string): string => `${entries}.to_version is null and ${entries}.from_version <= `;

/** Stores those entries that are new or differ from the current ones. */
export async function storeEntries(
  client: Queryable,
  { code, version, base }: BegunVersion,
  entries: readonly ReadEntry[],
): Promise<void> {
  await client.query({
    name: 'store-watchlist-entries',
    text: `with given as (
        select id, hash, referents, entry from unnest($4::text[], $5::text[], ${splitJsonTextsSql('$6')}, ${splitJsonTextsSql('$7')})
          as g (id, hash, referents, entry)
      ), changed as (
        select g.id, g.hash, g.referents, g.entry, e.entry_id is not null as is_known
        from given g left join watchlist_entries e on e.code = $1 and e.entry_id = g.id and ${serves('e')} coalesce($3, 0)
        where e.content_hash is distinct from g.hash
      ), noted as (
        insert into watchlist_changes (code, version, entry_id, kind)
        select $1, $2, id, case when is_known then 'changed' else 'added' end from changed
      )
      insert into watchlist_entries (code, entry_id, from_version, content_hash, referents, entry)
      select $1, id, $2, hash, array(select json_array_elements_text(referents::json)), entry::json from changed`,
    values: [
      code,
      version,
      base,
      entries.map(({ id }) => id),
      entries.map(({ contentHash }) => contentHash),
      joinJsonTexts(entries.map(({ referents }) => JSON.stringify(referents))),
      joinJsonTexts(entries.map(({ text }) => text)),
    ],
  });
}

/** Returns ids of current entries in order, after a given id. */
export async function findServingIds(
  client: Queryable,
  { code, base }: BegunVersion,
  after: string,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'watchlist-serving-ids',
    text: `select entry_id as id from watchlist_entries e
      where code = $1 and entry_id > $2 and ${serves('e')} coalesce($3, 0) order by entry_id limit $4`,
    values: [code, after, base, most],
  });
  return rows.map(({ id }) => id);
}

export async function noteRemoved(
  client: Queryable,
  { code, version }: BegunVersion,
  ids: readonly string[],
): Promise<void> {
  await client.query(
    `insert into watchlist_changes (code, version, entry_id, kind) select $1, $2, id, 'removed' from unnest($3::text[]) as r (id)`,
    [code, version, ids],
  );
}

export async function countChanges(client: Queryable, { code, version }: BegunVersion): Promise<ChangeCounts> {
  const { rows } = await client.query<{ kind: keyof ChangeCounts; count: number }>(
    `select kind, count(*)::int as count from watchlist_changes where code = $1 and version = $2 group by kind`,
    [code, version],
  );
  return { added: 0, changed: 0, removed: 0, ...Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) };
}

/** Stores one part of the search index of a version. */
export async function storeChunk(
  client: Queryable,
  { code, version }: BegunVersion,
  part: number,
  bytes: Buffer,
): Promise<void> {
  await client.query(
    `insert into watchlist_chunks (code, version, part, bytes) values ($1, $2, $3, $4)
     on conflict (code, version, part) do update set bytes = excluded.bytes`,
    [code, version, part, bytes],
  );
}

export async function storeIndexSize(
  client: Queryable,
  { code, version }: Pick<BegunVersion, 'code' | 'version'>,
  format: number,
  bytes: number,
): Promise<void> {
  await client.query(
    `update watchlist_versions set index_format = $3, index_bytes = $4, changed_at = now() where code = $1 and version = $2`,
    [code, version, format, bytes],
  );
}

/**
 * Returns which of the requested lists are to be searched, including the organization's own list if requested. An empty own list is left
 * out if there are others. For a past time, the own list of that time is used. Throws `ListNotLoadedError` if there are more names than can
 * be searched.
 */
export async function withOwnList(
  client: Queryable,
  organizationId: string,
  asked: readonly string[],
  at: Date | null = null,
): Promise<{ readonly codes: readonly string[]; readonly own: OwnList | null }> {
  if (!asked.includes(ownList.code)) return { codes: asked, own: null };
  const most = limits.ownListEntries;
  const items = await findListedNames(client, organizationId, { types: ownList.types, most: most + 1, at });
  if (items.length > most) throw new ListNotLoadedError([`${ownList.code} (more than ${most} names)`]);
  if (items.length === 0 && asked.length > 1)
    return { codes: asked.filter((code) => code !== ownList.code), own: null };
  return { codes: asked, own: ownListOf(organizationId, items) };
}
