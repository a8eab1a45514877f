import { canonicalJson, type JsonValue } from '@tamis/stdx';

import { type Queryable, SqlConditions, type Transaction } from '../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../platform/http/index.js';
import type { OwnershipFacts, OwnershipVersion } from './ownership-facts.js';

/** JSON columns are returned as text. Names of owners are stored separately, so that they can be erased. */
interface VersionRow {
  readonly version: number;
  readonly facts: string | null;
  readonly proof: string | null;
  readonly names: string | null;
  readonly computedAt: Date;
}

const columns = `f.version, f.facts::text as facts, f.proof::text as proof, f.computed_at as "computedAt",
  (select json_object_agg(n.owner_id, n.name) from ownership_owner_names n
    where n.organization_id = f.organization_id and n.entity_id = f.entity_id and n.version = f.version)::text as names`;

function toVersion({ facts, proof, names, ...row }: VersionRow): OwnershipVersion {
  return {
    ...row,
    facts: facts === null ? null : withNames(JSON.parse(facts) as OwnershipFacts, names),
    proof: proof === null ? null : (JSON.parse(proof) as object),
  };
}

function withNames(facts: OwnershipFacts, names: string | null): OwnershipFacts {
  const known = JSON.parse(names ?? '{}') as Readonly<Record<string, string | null>>;
  const beneficialOwners = facts.beneficialOwners.map((owner) => ({ ...owner, name: known[owner.entityId] ?? null }));
  return { ...facts, beneficialOwners };
}

/** A company at a given time; `null` for its current state. */
export interface CompanyAt {
  readonly entityId: string;
  readonly at: Date | null;
}

/** Returns what rules read as `ownership` for each entity, in order; `null` if no owner was known. */
export async function findKnownOwnership(
  client: Queryable,
  organizationId: string,
  entities: readonly CompanyAt[],
): Promise<readonly (object | null)[]> {
  const { rows } = await client.query<{ readonly [Name in keyof VersionRow]: VersionRow[Name] | null }>({
    name: 'known-ownership',
    text: `select known.* from unnest($2::uuid[], $3::timestamptz[]) with ordinality as e (id, at, place)
      left join lateral (select ${columns} from ownership_facts f
        where f.organization_id = $1 and f.entity_id = e.id and f.computed_at <= e.at
        order by f.version desc limit 1) as known on true
      order by e.place`,
    values: [organizationId, entities.map(({ entityId }) => entityId), entities.map(({ at }) => at ?? 'infinity')],
  });
  return rows.map((row) => {
    if (row.version === null || row.facts === null) return null;
    const { facts, version, computedAt } = toVersion(row as VersionRow);
    return { ...facts, asOf: computedAt.toISOString(), version };
  });
}

/** Returns the newest version, or the one that is requested; `null` if there is none. */
export async function findOwnership(
  client: Queryable,
  organizationId: string,
  entityId: string,
  version: number | null = null,
): Promise<OwnershipVersion | null> {
  const { rows } = await client.query<VersionRow>({
    name: 'ownership-version',
    text: `select ${columns} from ownership_facts f where f.organization_id = $1 and f.entity_id = $2
        and ($3::int is null or f.version = $3) order by f.version desc limit 1`,
    values: [organizationId, entityId, version],
  });
  return rows[0] ? toVersion(rows[0]) : null;
}

/** Lists all versions, newest first. Throws 400 for invalid paging parameters. */
export async function listOwnership(
  client: Queryable,
  organizationId: string,
  entityId: string,
  query: PageQuery,
): Promise<Page<OwnershipVersion>> {
  const conditions = new SqlConditions(organizationId, 'f.organization_id').add('f.entity_id = ?', entityId);
  const { rows, pagination } = await selectPage<VersionRow>(client, {
    list: `ownership of ${entityId}`,
    columns,
    from: 'ownership_facts f',
    conditions,
    query,
    sortBy: { column: 'f.version', type: 'bigint', id: 'f.entity_id' },
    descending: true,
  });
  return { rows: rows.map(toVersion), pagination };
}

/**
 * Stores the owners of a company as a new version, if they differ from the newest one. The caller must hold the lock of the entity. Returns
 * `null` if nothing changed.
 */
export async function storeOwnership(
  client: Transaction,
  organizationId: string,
  entityId: string,
  found: Pick<OwnershipVersion, 'facts' | 'proof'>,
): Promise<number | null> {
  const newest = await findOwnership(client, organizationId, entityId);
  if (isSame(newest, found)) return null;
  const version = (newest?.version ?? 0) + 1;
  const { facts, proof } = found;
  const owners = facts?.beneficialOwners ?? [];
  const bare = facts && { ...facts, beneficialOwners: owners.map(({ name: _apart, ...owner }) => owner) };
  await client.query(
    'insert into ownership_facts (organization_id, entity_id, version, facts, proof) values ($1, $2, $3, $4, $5)',
    [organizationId, entityId, version, bare && JSON.stringify(bare), proof && JSON.stringify(proof)],
  );
  await client.query(
    `insert into ownership_owner_names (organization_id, entity_id, version, owner_id, name)
     select $1, $2, $3, * from unnest($4::uuid[], $5::text[])`,
    [organizationId, entityId, version, owners.map((owner) => owner.entityId), owners.map(({ name }) => name)],
  );
  return version;
}

/** Whether no owner was known before and none is now, or what is known is the same. */
function isSame(newest: OwnershipVersion | null, found: Pick<OwnershipVersion, 'facts' | 'proof'>): boolean {
  const text = ({ facts, proof }: Pick<OwnershipVersion, 'facts' | 'proof'>): string =>
    canonicalJson({ facts, proof } as unknown as JsonValue);
  return text(newest ?? { facts: null, proof: null }) === text(found);
}

/** Returns the companies of an organization for which an owner is, or was, known. */
export async function findOwnedCompanies(client: Queryable, organizationId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly id: string }>(
    'select distinct entity_id as id from ownership_facts where organization_id = $1',
    [organizationId],
  );
  return rows.map(({ id }) => id);
}

/** Erases the owners of an entity, and its name as an owner of others. */
export async function eraseOwnership(client: Transaction, organizationId: string, entityId: string): Promise<void> {
  const values = [organizationId, entityId];
  await client.query('delete from ownership_owner_names where organization_id = $1 and entity_id = $2', values);
  await client.query('delete from ownership_facts where organization_id = $1 and entity_id = $2', values);
  await client.query(
    'update ownership_owner_names set name = null where organization_id = $1 and owner_id = $2',
    values,
  );
}
