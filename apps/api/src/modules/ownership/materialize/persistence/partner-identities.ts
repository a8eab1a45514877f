import type { Transaction } from '../../../../platform/database/index.js';

/** A person without a known full tax id, as a partner of one entity. */
export interface PartnerIdentity {
  readonly entityId: string;
  readonly sourceEntityId: string;
  /** Empty if the source does not give the day. */
  readonly since: string;
  readonly ageBand: string | null;
}

/**
 * Finds the entities with this identity, and locks it until the transaction ends: two processes that find none would create the same person
 * twice.
 */
export async function lockIdentity(
  client: Transaction,
  organizationId: string,
  identity: string,
): Promise<readonly PartnerIdentity[]> {
  await client.query({
    name: 'partner-identity-lock',
    text: `select pg_advisory_xact_lock(hashtextextended($2, hashtextextended($1, 2)))`,
    values: [organizationId, identity],
  });
  const { rows } = await client.query<PartnerIdentity>({
    name: 'partner-identities',
    text: `select i.entity_id as "entityId", i.source_entity_id as "sourceEntityId", i.since, i.age_band as "ageBand"
      from partner_identities i where i.organization_id = $1 and i.identity = $2 order by i.entity_id limit 100`,
    values: [organizationId, identity],
  });
  return rows;
}

export function insertIdentity(
  client: Transaction,
  organizationId: string,
  identity: string,
  { entityId, sourceEntityId, since, ageBand }: PartnerIdentity,
): void {
  client.enqueue({
    name: 'partner-identity-insert',
    text: `insert into partner_identities (organization_id, identity, entity_id, source_entity_id, since, age_band)
      values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    values: [organizationId, identity, entityId, sourceEntityId, since, ageBand],
  });
}

/** Erases the identities by which an entity was known. */
export async function eraseIdentities(client: Transaction, organizationId: string, entityId: string): Promise<void> {
  await client.query(
    'delete from partner_identities where organization_id = $1 and (entity_id = $2 or source_entity_id = $2)',
    [organizationId, entityId],
  );
}
