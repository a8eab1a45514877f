import { Injectable } from '@nestjs/common';

import { type Queryable, TenantDatabase } from '../../../platform/database/index.js';
import type { PartyReference } from '../domain/party-reference.js';
import { entityColumns } from './entity-columns.js';
import type { EntityRow } from './entity-row.js';

/** Parameters of one reference. */
const width = 4;

const reference = (index: number): string => {
  const first = 2 + index * width;
  return `($${first}::int, $${first + 1}::uuid, $${first + 2}::text, $${first + 3}::text)`;
};

// Three index look-ups at most for each reference; the first that finds something wins. The references are no array: the planner
// would take it for a longer one, and so plan the statement anew each time, which costs ten times what the look-ups do.
const resolve = (count: number): string => `
  select r.place, found.* from (values ${Array.from({ length: count }, (_, index) => reference(index)).join(', ')})
    as r (place, id, external_id, tax_id)
  cross join lateral (
    select ${entityColumns} from (
      select 1 as rank, e.* from entities e
        where e.organization_id = $1 and e.id = r.id and e.deleted_at is null
      union all select 2, e.* from entities e
        where e.organization_id = $1 and e.external_id = r.external_id and e.deleted_at is null
      union all select 3, e.* from entities e
        where e.organization_id = $1 and e.normalized_tax_id = r.tax_id and e.deleted_at is null
    ) e order by e.rank limit 1
  ) found`;

@Injectable()
export class PartyStore {
  constructor(private readonly database: TenantDatabase) {}

  /** For each reference its entity, or null. One round trip. */
  resolve(organizationId: string, references: readonly PartyReference[]): Promise<(EntityRow | null)[]> {
    return resolveParties(this.database.of(organizationId), organizationId, references);
  }
}

/** As `PartyStore.resolve`, on a connection of the organization. */
export async function resolveParties(
  client: Queryable,
  organizationId: string,
  references: readonly PartyReference[],
): Promise<(EntityRow | null)[]> {
  const found = new Array<EntityRow | null>(references.length).fill(null);
  const named = references.map((reference, place) => ({ ...reference, place })).filter(namesSomething);
  if (named.length === 0) return found;
  const { rows } = await client.query<EntityRow & { place: number }>({
    // As many as a payment has; a plan kept for each number of relationships would be kept for one use.
    ...(named.length <= 2 && { name: `resolve_parties_${named.length}` }),
    text: resolve(named.length),
    values: [
      organizationId,
      ...named.flatMap(({ place, entityId, externalId, normalizedTaxId }) => [
        place,
        entityId ?? null,
        externalId ?? null,
        normalizedTaxId ?? null,
      ]),
    ],
  });
  for (const { place, ...row } of rows) found[place] = row;
  return found;
}

const namesSomething = ({ entityId, externalId, normalizedTaxId }: PartyReference): boolean =>
  entityId != null || externalId != null || normalizedTaxId != null;
