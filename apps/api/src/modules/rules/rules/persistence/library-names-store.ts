import type { Queryable } from '../../../../platform/database/index.js';
import { emptyLibraryNames, libraryNames, type LibraryNames } from '../domain/library-names.js';

/** Returns the keys of the rules that use each shared name, without archived ones. Unused names are omitted. */
export async function findNameUses(
  client: Queryable,
  organizationId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ readonly name: string; readonly keys: readonly string[] }>(
    `select used ->> 'name' as name, array_agg(r.key order by r.key) as keys
     from rules r
       join rule_versions v on v.organization_id = r.organization_id and v.rule_id = r.id and v.version = r.version,
       json_array_elements(coalesce(v.names, '[]')) used
     where r.organization_id = $1 and r.status <> 'archived' and used ->> 'from' = 'library'
     group by 1`,
    [organizationId],
  );
  return new Map(rows.map(({ name, keys }) => [name, keys]));
}

/** Returns the newest shared names of an organization; version 0 if there are none. */
export async function readLibraryNames(client: Queryable, organizationId: string): Promise<LibraryNames> {
  const { rows } = await client.query<{ version: number; source: string; parameters: string }>({
    name: 'library-names',
    text: `select version, source, parameters from library_names where organization_id = $1 order by version desc limit 1`,
    values: [organizationId],
  });
  const [row] = rows;
  if (!row) return emptyLibraryNames;
  return libraryNames(row.version, row.source, JSON.parse(row.parameters) as LibraryNames['parameters']);
}

/** The author, time and reason of a change to shared names. */
export interface LibraryNamesChange {
  readonly reason: string | null;
  readonly by: string | null;
  readonly at: Date;
}

/** Stores the next version; previous versions are kept. The caller holds `lockPublishing`. */
export async function storeLibraryNames(
  client: Queryable,
  organizationId: string,
  { version, source, parameters }: LibraryNames,
  { reason, by, at }: LibraryNamesChange,
): Promise<void> {
  await client.query(
    `insert into library_names (organization_id, version, source, parameters, reason, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [organizationId, version, source, JSON.stringify(parameters), reason, by, at],
  );
}
