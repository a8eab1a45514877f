import { type Queryable, takeTurn, type Transaction } from '../../../../platform/database/index.js';
import type { EnrichmentGroup } from '../domain/enrichment-group.js';

const columns = `id, name, slug, integration_codes as "integrationCodes", created_at as "createdAt", updated_at as "updatedAt"`;

export async function findGroups(client: Queryable, organizationId: string): Promise<readonly EnrichmentGroup[]> {
  const { rows } = await client.query<EnrichmentGroup>({
    name: 'enrichment-groups',
    text: `select ${columns} from enrichment_groups where organization_id = $1 order by created_at, id`,
    values: [organizationId],
  });
  return rows;
}

/** Counts groups under a lock: others that create one wait until the transaction ends. */
export async function countGroups(client: Transaction, organizationId: string): Promise<number> {
  await takeTurn(client, `enrichment groups ${organizationId}`);
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from enrichment_groups where organization_id = $1',
    [organizationId],
  );
  return rows[0]!.n;
}

/** Returns and locks a group by its id or slug, because it is about to be changed; `null` if there is none. */
export async function lockGroup(
  client: Transaction,
  organizationId: string,
  idOrSlug: string,
): Promise<EnrichmentGroup | null> {
  const { rows } = await client.query<EnrichmentGroup>(
    `select ${columns} from enrichment_groups where organization_id = $1 and (id::text = lower($2) or slug = $2) for update`,
    [organizationId, idOrSlug],
  );
  return rows[0] ?? null;
}

/** Stores a group. Throws a violation of `enrichment_groups_slug` if another one has its slug. */
export async function saveGroup(client: Transaction, organizationId: string, group: EnrichmentGroup): Promise<void> {
  const { id, name, slug, integrationCodes, createdAt, updatedAt } = group;
  await client.query(
    `insert into enrichment_groups (organization_id, id, name, slug, integration_codes, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (organization_id, id) do update set name = excluded.name, slug = excluded.slug,
       integration_codes = excluded.integration_codes, updated_at = excluded.updated_at`,
    [organizationId, id, name, slug, integrationCodes, createdAt, updatedAt],
  );
}

export async function deleteGroup(client: Transaction, organizationId: string, id: string): Promise<void> {
  await client.query('delete from enrichment_groups where organization_id = $1 and id = $2', [organizationId, id]);
}
