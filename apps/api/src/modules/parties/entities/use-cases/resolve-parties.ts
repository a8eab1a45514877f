import { Injectable } from '@nestjs/common';
import type { JsonValue } from '@tamis/stdx';

import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import type { EntityRecord } from '../domain/entity-record.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import { resolveParties } from '../persistence/party-store.js';
import { recordOf } from '../persistence/record-of.js';

/** How a transaction names a party: by entity id (a UUID), else by external id, else by tax id in any spelling. */
export interface PartyNames {
  readonly entityId?: string | null;
  readonly externalId?: string | null;
  readonly taxId?: string | null;
}

/** An entity as rules read it. */
export type EntityContext = EntityRecord<JsonValue>;

/** For each name its entity in full, or null when none of its identifiers is known. One round trip, on a connection of the organization. */
export async function entitiesNamed(
  client: Queryable,
  organizationId: string,
  names: readonly PartyNames[],
): Promise<(EntityContext | null)[]> {
  const references = names.map(({ entityId, externalId, taxId }) => ({
    entityId: entityId ?? null,
    externalId: externalId ?? null,
    normalizedTaxId: (taxId != null && normalizeTaxId(taxId)) || null,
  }));
  const rows = await resolveParties(client, organizationId, references);
  return rows.map((row) => row && recordOf(row, (json) => JSON.parse(json) as JsonValue));
}

/** Finds the entities that a transaction names. */
@Injectable()
export class ResolveParties {
  constructor(private readonly database: TenantDatabase) {}

  run(organizationId: string, names: readonly PartyNames[]): Promise<(EntityContext | null)[]> {
    return this.in(this.database.of(organizationId), organizationId, names);
  }

  /** As `run`, on a connection of the organization. */
  in(client: Queryable, organizationId: string, names: readonly PartyNames[]): Promise<(EntityContext | null)[]> {
    return entitiesNamed(client, organizationId, names);
  }
}
