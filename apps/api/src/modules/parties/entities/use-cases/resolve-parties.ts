import { Injectable } from '@nestjs/common';
import type { JsonValue } from '@tamis/stdx';
import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import type { EntityRecord } from '../domain/entity-record.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import { toEntityRecord } from '../persistence/to-entity-record.js';
import type { QueryConfig } from 'pg';
import type { PartyReference } from '../domain/party-reference.js';
import { entityColumns } from '../persistence/entity-columns.js';
import type { EntityRow } from '../persistence/entity-row.js';

/** Parameters per reference. */
const paramsPerReference = 4;

const referenceSql = (index: number): string => {
  const first = 2 + index * paramsPerReference;
  return `($${first}::int, $${first + 1}::uuid, $${first + 2}::text, $${first + 3}::text)`;
};

// At most three index look-ups per reference; the first one that finds something is used.
const lookupSql = (references: string, orDeleted: string): string => `
  select r.place, found.* from ${references} as r (place, id, external_id, tax_id)
  cross join lateral (
    select ${entityColumns} from (
      select 1 as rank, e.* from entities e
        where e.organization_id = $1 and e.id = r.id and e.deleted_at is null
      union all select 2, e.* from entities e
        where e.organization_id = $1 and e.external_id = r.external_id and e.deleted_at is null
      union all select 3, e.* from entities e
        where e.organization_id = $1 and e.normalized_tax_id = r.tax_id and e.deleted_at is null
      ${orDeleted}
    ) e order by e.rank limit 1
  ) found`;

// A deleted entity has released its tax id, so a reference by tax id may mean the person who got it later.
const deletedLookups = `
      union all select 4, e.* from entities e
        where e.organization_id = $1 and e.id = r.id and e.deleted_at is not null
      union all (select 5, e.* from entities e
        where e.organization_id = $1 and e.external_id = r.external_id and e.deleted_at is not null
        order by e.deleted_at desc limit 1)`;

// As many as a payment has are not passed as an array: the planner would assume a longer one and plan the statement anew each time, which
// costs ten times as much as the look-ups. For many look-ups, it is the other way around.
const fewReferences = 2;
const smallStatements = Array.from({ length: fewReferences }, (_, index) =>
  Array.from({ length: index + 1 }, (__, at) => referenceSql(at)),
);
const bulkReferences = 'unnest($2::int[], $3::uuid[], $4::text[], $5::text[])';

type IndexedReference = PartyReference & { readonly place: number };

/** Which entities references may resolve to: `all` includes a deleted one if no other entity has the identifier. */
export type ResolutionScope = 'existing' | 'all';

function statement(organizationId: string, named: readonly IndexedReference[], scope: ResolutionScope): QueryConfig {
  const orDeleted = scope === 'all' ? deletedLookups : '';
  const columns = [
    named.map(({ place }) => place),
    named.map(({ entityId }) => entityId ?? null),
    named.map(({ externalId }) => externalId ?? null),
    named.map(({ normalizedTaxId }) => normalizedTaxId ?? null),
  ];
  const references = smallStatements[named.length - 1];
  if (!references) {
    const text = lookupSql(bulkReferences, orDeleted);
    return { name: `resolve_${scope}_parties`, text, values: [organizationId, ...columns] };
  }
  const values = named.flatMap((_, index) => columns.map((column) => column[index]));
  const text = lookupSql(`(values ${references.join(', ')})`, orDeleted);
  return { name: `resolve_${scope}_parties_${named.length}`, text, values: [organizationId, ...values] };
}

/** Returns the entity of each reference, or `null`. Takes one round trip, on a connection of the organization. */
export async function resolveParties(
  client: Queryable,
  organizationId: string,
  references: readonly PartyReference[],
  scope: ResolutionScope = 'existing',
): Promise<(EntityRow | null)[]> {
  const found = new Array<EntityRow | null>(references.length).fill(null);
  const named = references.map((each, place) => ({ ...each, place })).filter(hasIdentifier);
  if (named.length === 0) return found;
  const { rows } = await client.query<EntityRow & { place: number }>(statement(organizationId, named, scope));
  for (const row of rows) found[row.place] = row;
  return found;
}

const hasIdentifier = ({ entityId, externalId, normalizedTaxId }: PartyReference): boolean =>
  entityId != null || externalId != null || normalizedTaxId != null;

/** The identifiers of a party in a transaction: the entity id (a UUID), otherwise the external id, otherwise the tax id in any spelling. */
export interface PartyIdentifiers {
  readonly entityId?: string | null;
  readonly externalId?: string | null;
  readonly taxId?: string | null;
}

/** An entity as rules read it. */
export type EntityContext = EntityRecord<JsonValue>;

/**
 * Returns the complete entity for each set of identifiers, or `null` if none of them is known. Takes one round trip, on a connection of the
 * organization.
 */
export async function resolveEntities(
  client: Queryable,
  organizationId: string,
  names: readonly PartyIdentifiers[],
  scope?: ResolutionScope,
): Promise<(EntityContext | null)[]> {
  const references = names.map(({ entityId, externalId, taxId }) => ({
    entityId: entityId ?? null,
    externalId: externalId ?? null,
    normalizedTaxId: (taxId != null && normalizeTaxId(taxId)) || null,
  }));
  const rows = await resolveParties(client, organizationId, references, scope);
  return rows.map((row) => row && toEntityRecord(row, (json) => JSON.parse(json) as JsonValue));
}

/** Finds the entities that a transaction names. */
@Injectable()
export class ResolveParties {
  constructor(private readonly database: TenantDatabase) {}

  resolve(
    organizationId: string,
    names: readonly PartyIdentifiers[],
    scope?: ResolutionScope,
  ): Promise<(EntityContext | null)[]> {
    return this.resolveIn(this.database.forOrganization(organizationId), organizationId, names, scope);
  }

  /** Does the same as `resolve`, on a connection of the organization. */
  resolveIn(
    client: Queryable,
    organizationId: string,
    names: readonly PartyIdentifiers[],
    scope?: ResolutionScope,
  ): Promise<(EntityContext | null)[]> {
    return resolveEntities(client, organizationId, names, scope);
  }
}
