import type { Queryable } from '../../../platform/database/index.js';
import { noSharedNames, sharedNames, type SharedNames } from '../domain/shared-names.js';

/** The newest shared names of an organization; version 0 when there are none. */
export async function readSharedNames(client: Queryable, organizationId: string): Promise<SharedNames> {
  const { rows } = await client.query<{ version: number; source: string; parameters: string }>({
    name: 'shared-names',
    text: `select version, source, parameters from shared_names where organization_id = $1 order by version desc limit 1`,
    values: [organizationId],
  });
  const [row] = rows;
  if (!row) return noSharedNames;
  return sharedNames(row.version, row.source, JSON.parse(row.parameters) as SharedNames['parameters']);
}

/** Who changed shared names, when and why. */
export interface SharedNamesChange {
  readonly reason: string | null;
  readonly by: string | null;
  readonly at: Date;
}

/** Stores the next version; those before stay. The caller holds `lockPublishing`. */
export async function storeSharedNames(
  client: Queryable,
  organizationId: string,
  { version, source, parameters }: SharedNames,
  { reason, by, at }: SharedNamesChange,
): Promise<void> {
  await client.query(
    `insert into shared_names (organization_id, version, source, parameters, reason, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [organizationId, version, source, JSON.stringify(parameters), reason, by, at],
  );
}
