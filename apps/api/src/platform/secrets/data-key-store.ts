import { newId, type Queryable, type Transaction } from '../database/index.js';
import type { MasterKey } from './master-keys.js';
import { associatedDataOf, keyIdBytes, open, seal } from './sealed-value.js';

/** `seal` encrypts values; `find` creates hashes that are equal for equal values. */
export type KeyPurpose = 'seal' | 'find';

export interface WrappedKey {
  readonly organizationId: string;
  readonly id: string;
  readonly purpose: KeyPurpose;
  readonly wrapped: Buffer;
  readonly masterKeyId: string;
}

const columns = `organization_id as "organizationId", id, purpose, wrapped, master_key_id as "masterKeyId"`;

const wrapAssociatedData = (organizationId: string, id: string): Buffer =>
  associatedDataOf({ organizationId, table: 'data_keys', rowId: id, field: 'wrapped' });

export const wrap = (master: MasterKey, organizationId: string, id: string, key: Buffer): Buffer =>
  seal(master.bytes, keyIdBytes(id), wrapAssociatedData(organizationId, id), key);

export const unwrap = (master: MasterKey, { organizationId, id, wrapped }: WrappedKey): Buffer =>
  open(master.bytes, wrapAssociatedData(organizationId, id), wrapped);

export async function findDataKey(client: Queryable, organizationId: string, id: string): Promise<WrappedKey | null> {
  const { rows } = await client.query<WrappedKey>(
    `select ${columns} from data_keys where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

export interface CurrentKey extends WrappedKey {
  /** Whether the key remains if this transaction is rolled back, because it is older than the transaction. */
  readonly isLasting: boolean;
}

/** Returns the key used for new values. */
export async function findCurrentKey(
  client: Queryable,
  organizationId: string,
  purpose: KeyPurpose,
): Promise<CurrentKey | null> {
  const { rows } = await client.query<CurrentKey>(
    `select ${columns}, created_at < date_trunc('milliseconds', now()) as "isLasting" from data_keys where organization_id = $1 and purpose = $2 and retired_at is null`,
    [organizationId, purpose],
  );
  return rows[0] ?? null;
}

/** Stores a key, unless the organization has a current one for this purpose. */
export async function insertDataKey(client: Queryable, key: WrappedKey): Promise<void> {
  await client.query('insert into master_keys (id) values ($1) on conflict do nothing', [key.masterKeyId]);
  await client.query(
    `insert into data_keys (organization_id, id, purpose, wrapped, master_key_id) values ($1, $2, $3, $4, $5)
     on conflict (organization_id, purpose) where retired_at is null do nothing`,
    [key.organizationId, key.id, key.purpose, key.wrapped, key.masterKeyId],
  );
}

export const newDataKey = (master: MasterKey, organizationId: string, purpose: KeyPurpose, key: Buffer): WrappedKey => {
  const id = newId();
  return { organizationId, id, purpose, wrapped: wrap(master, organizationId, id, key), masterKeyId: master.id };
};

/** Returns the ids of the master keys in use. */
export async function findMasterKeyIds(client: Queryable): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>('select id from master_keys order by id');
  return rows.map(({ id }) => id);
}

/** Returns some of the keys that a master key wraps, across all organizations. */
export async function findKeysOfMaster(
  client: Transaction,
  masterKeyId: string,
  limit: number,
): Promise<readonly WrappedKey[]> {
  await client.allowLookup(`master key ${masterKeyId}`);
  const { rows } = await client.query<WrappedKey>(
    `select ${columns} from data_keys where master_key_id = $1 order by organization_id, id limit $2`,
    [masterKeyId, limit],
  );
  return rows;
}
