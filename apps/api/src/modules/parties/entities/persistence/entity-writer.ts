import { isDeepStrictEqual } from 'node:util';

import { type Transaction, violatedConstraint } from '../../../../platform/database/index.js';
import { columnOf, columnValue, entityColumns, entityMembers } from './entity-columns.js';
import type { EntityRow } from './entity-row.js';
import { matchKeysOf, writeMatchKeys } from './match-keys.js';

export type EntityDuplicate = 'DUPLICATE_EXTERNAL_ID' | 'DUPLICATE_TAX_ID';

const duplicateByConstraint: Readonly<Record<string, EntityDuplicate>> = {
  entities_external_id: 'DUPLICATE_EXTERNAL_ID',
  entities_normalized_tax_id: 'DUPLICATE_TAX_ID',
};

/** Identifies one entity of an organization. */
export type EntityLocator =
  | { readonly id: string }
  | { readonly externalId: string }
  | { readonly normalizedTaxId: string };

export interface LockOptions {
  /** Defaults to an entity that is not deleted. */
  readonly deleted?: boolean;
}

/** Returns and locks an entity until the transaction ends; `null` if there is none. */
export async function lockEntityRow(
  client: Transaction,
  organizationId: string,
  place: EntityLocator,
  { deleted = false }: LockOptions = {},
): Promise<EntityRow | null> {
  const [[member, value]] = Object.entries(place) as [[keyof EntityRow, string]];
  const { rows } = await client.query<EntityRow>({
    name: `entity-lock-${member}-${deleted}`,
    text: `select ${entityColumns} from entities e
      where e.organization_id = $1 and e.${columnOf(member)} = $2 and e.deleted_at is ${deleted ? 'not null' : 'null'} for update`,
    values: [organizationId, value],
  });
  return rows[0] ?? null;
}

/** Also inserts its match keys, which cannot exist yet: this costs less than a separate statement. */
const insert = `with made as (insert into entities (${entityMembers.map(columnOf).join(', ')})
    values (${entityMembers.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing returning organization_id, id),
  keyed as (insert into entity_match_keys (organization_id, key, entity_id)
    select organization_id, key, id from made, unnest($${entityMembers.length + 1}::text[]) key)
  select from made`;

/**
 * Stores an entity. Returns the duplicate that prevents it, in which case nothing is stored and the transaction can continue, or `null` if
 * it was stored.
 */
export async function insertEntity(client: Transaction, row: EntityRow): Promise<EntityDuplicate | null> {
  for (;;) {
    const { rowCount } = await client.query({
      name: 'entity-insert',
      text: insert,
      values: [...entityMembers.map((member) => columnValue(row, member)), [...matchKeysOf(row)]],
    });
    if (rowCount === 1) return null;
    const duplicate = await findDuplicate(client, row);
    if (duplicate) return duplicate; // else it was deleted meanwhile
  }
}

export async function findDuplicate(
  client: Transaction,
  { organizationId, externalId, normalizedTaxId }: EntityRow,
): Promise<EntityDuplicate | null> {
  const { rows } = await client.query<{ external: boolean | null }>({
    name: 'entity-duplicate',
    text: `select external_id = $2 as external from entities
      where organization_id = $1 and deleted_at is null and external_id = $2
      union all
      select false from entities where organization_id = $1 and deleted_at is null and normalized_tax_id = $3`,
    values: [organizationId, externalId, normalizedTaxId],
  });
  if (rows.length === 0) return null;
  return rows.some(({ external }) => external) ? 'DUPLICATE_EXTERNAL_ID' : 'DUPLICATE_TAX_ID';
}

/**
 * Writes the changed members of a locked row. Returns the duplicate that prevents it, which aborts the transaction, or `null` if it was
 * written.
 */
export async function updateEntity(
  client: Transaction,
  before: EntityRow,
  after: EntityRow,
): Promise<EntityDuplicate | null> {
  const changed = entityMembers.filter((member) => !isDeepStrictEqual(before[member], after[member]));
  if (changed.length === 0) return null;
  const sets = changed.map((member, index) => `${columnOf(member)} = $${index + 3}`);
  try {
    await client.query(`update entities set ${sets.join(', ')} where organization_id = $1 and id = $2`, [
      before.organizationId,
      before.id,
      ...changed.map((member) => columnValue(after, member)),
    ]);
    await writeMatchKeys(client, before, after);
    return null;
  } catch (error) {
    const duplicate = duplicateByConstraint[violatedConstraint(error) ?? ''];
    if (duplicate === undefined) throw error;
    return duplicate;
  }
}

/** Erases the KYC result of a deleted entity: if it is restored, it has to be validated again. */
export async function eraseKycResult(client: Transaction, organizationId: string, entityId: string): Promise<void> {
  await client.query({
    name: 'entity-kyc-erase',
    text: `update entities set kyc_verified = false, kyc_provider = null, kyc_data = null
      where organization_id = $1 and id = $2 and (kyc_verified or kyc_provider is not null or kyc_data is not null)`,
    values: [organizationId, entityId],
  });
}
