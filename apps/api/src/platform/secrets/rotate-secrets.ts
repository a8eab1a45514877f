import { randomBytes } from 'node:crypto';
import { inTransaction, type PgPool, type Transaction } from '../database/index.js';
import {
  findCurrentKey,
  findDataKey,
  findKeysOfMaster,
  findMasterKeyIds,
  insertDataKey,
  newDataKey,
  unwrap,
  wrap,
  type WrappedKey,
} from './data-key-store.js';
import type { MasterKeys } from './master-keys.js';
import { associatedDataOf, keyIdBytes, keyIdOf, keyIdText, open, seal } from './sealed-value.js';
import { SecretsError } from './secrets-error.js';

/** A column with encrypted values. Every table that has one must be listed here, so that a rotation finds it. */
interface SealedColumn {
  /** Rows are identified by `organization_id` and `id`. */
  readonly table: string;
  readonly field: string;
}

const sealedColumns: readonly SealedColumn[] = [
  { table: 'secrets', field: 'value' },
  { table: 'entity_accounts', field: 'account_number' },
  { table: 'payment_account_numbers', field: 'account_number' },
  { table: 'webhooks', field: 'secret' },
  { table: 'webhooks', field: 'previous_secrets' },
  { table: 'webhooks', field: 'headers' },
  { table: 'data_lists', field: 'api_key' },
  { table: 'integration_switches', field: 'config' },
  { table: 'enrichment_cache', field: 'payload' },
  { table: 'enrichment_results', field: 'raw' },
  { table: 'basic_data_purchases', field: 'delivered' },
  { table: 'kyc_validations', field: 'findings' },
];

export interface DataKeyRotation {
  /** Whether every organization also gets a new data key and all values are re-encrypted. */
  readonly dataKeys: boolean;
  /** Number of values per transaction. */
  readonly batchSize: number;
}

export interface SecretsRotation {
  /** Data keys that are now wrapped by the current master key and were not before. */
  readonly rewrapped: number;
  /** Values that were re-encrypted. */
  readonly resealed: number;
}

const keysPerBatch = 100;

const foreignKeyViolation = '23503';

/**
 * Wraps every data key with the current master key. Earlier master keys are required until this is done, and can be discarded afterwards.
 * Values stay readable all the time. After an interruption, it continues where it stopped.
 */
export async function rotateSecrets(
  pool: PgPool,
  masters: MasterKeys,
  { dataKeys, batchSize }: DataKeyRotation,
): Promise<SecretsRotation> {
  const used = await inTransaction(pool, null, findMasterKeyIds);
  for (const id of used) masters.find(id);
  let rewrapped = 0;
  for (const id of used.filter((each) => each !== masters.current.id)) {
    for (let batch = await findWrappedKeys(pool, id); batch.length > 0; batch = await findWrappedKeys(pool, id)) {
      for (const key of batch) await rewrap(pool, masters, key);
      rewrapped += batch.length;
    }
    await deleteMasterKey(pool, id);
  }
  const resealed = dataKeys ? await rotateDataKeys(pool, masters, batchSize) : 0;
  return { rewrapped, resealed };
}

/**
 * Another process that still wraps with the key may have used it again meanwhile. In that case it is kept, and the next rotation finds it.
 */
async function deleteMasterKey(pool: PgPool, id: string): Promise<void> {
  try {
    await inTransaction(pool, null, (client) => client.query('delete from master_keys where id = $1', [id]));
  } catch (error) {
    if ((error as { code?: unknown }).code !== foreignKeyViolation) throw error;
  }
}

const findWrappedKeys = (pool: PgPool, masterKeyId: string, limit = keysPerBatch): Promise<readonly WrappedKey[]> =>
  inTransaction(pool, null, (client) => findKeysOfMaster(client, masterKeyId, limit));

function rewrap(pool: PgPool, masters: MasterKeys, key: WrappedKey): Promise<void> {
  const { organizationId, id } = key;
  const wrapped = wrap(masters.current, organizationId, id, unwrap(masters.find(key.masterKeyId), key));
  return inTransaction(pool, organizationId, async (client) => {
    await client.query('insert into master_keys (id) values ($1) on conflict do nothing', [masters.current.id]);
    await client.query('update data_keys set wrapped = $3, master_key_id = $4 where organization_id = $1 and id = $2', [
      organizationId,
      id,
      wrapped,
      masters.current.id,
    ]);
  });
}

async function rotateDataKeys(pool: PgPool, masters: MasterKeys, batchSize: number): Promise<number> {
  const keys = await findWrappedKeys(pool, masters.current.id, 1_000_000);
  const organizations = [...new Set(keys.filter(({ purpose }) => purpose === 'seal').map((key) => key.organizationId))];
  let resealed = 0;
  for (const organizationId of organizations) {
    const key = await rotateKey(pool, masters, organizationId);
    for (const column of sealedColumns) resealed += await resealAll(pool, masters, { key, column, batchSize });
  }
  return resealed;
}

/**
 * Creates a new key for values, or returns the current one if an interrupted rotation has not re-encrypted every value with it yet. Earlier
 * keys are kept, since a process may still encrypt with a cached one.
 */
function rotateKey(pool: PgPool, masters: MasterKeys, organizationId: string): Promise<WrappedKey> {
  return inTransaction(pool, organizationId, async (client) => {
    const current = await findCurrentKey(client, organizationId, 'seal');
    if (current && (await isRotationUnfinished(client, current))) return current;
    await client.query(
      `update data_keys set retired_at = now() where organization_id = $1 and purpose = 'seal' and retired_at is null`,
      [organizationId],
    );
    const key = newDataKey(masters.current, organizationId, 'seal', randomBytes(32));
    await insertDataKey(client, key);
    return key;
  });
}

async function isRotationUnfinished(client: Transaction, { organizationId, id }: WrappedKey): Promise<boolean> {
  const states = sealedColumns.map(
    ({ table, field }) =>
      `exists (select from ${table} where organization_id = $1 and substring(${field} from 2 for 16) = $2)
       and exists (select from ${table} where organization_id = $1 and substring(${field} from 2 for 16) <> $2)`,
  );
  const { rows } = await client.query<{ mixed: boolean }>(`select (${states.join(') or (')}) as mixed`, [
    organizationId,
    keyIdBytes(id),
  ]);
  return rows[0]!.mixed;
}

interface ResealOptions {
  readonly key: WrappedKey;
  readonly column: SealedColumn;
  readonly batchSize: number;
}

async function resealAll(pool: PgPool, masters: MasterKeys, resealing: ResealOptions): Promise<number> {
  const opened = new Map<string, Buffer>();
  let resealed = 0;
  for (;;) {
    const { organizationId } = resealing.key;
    const count = await inTransaction(pool, organizationId, (client) => reseal(client, masters, resealing, opened));
    resealed += count;
    if (count < resealing.batchSize) return resealed;
  }
}

async function reseal(
  client: Transaction,
  masters: MasterKeys,
  { key, column: { table, field }, batchSize }: ResealOptions,
  opened: Map<string, Buffer>,
): Promise<number> {
  const { organizationId } = key;
  const newest = unwrap(masters.find(key.masterKeyId), key);
  const { rows } = await client.query<{ id: string; value: Buffer }>(
    `select id, ${field} as value from ${table}
     where organization_id = $1 and substring(${field} from 2 for 16) <> $2 order by id limit $3 for update`,
    [organizationId, keyIdBytes(key.id), batchSize],
  );
  const sealed: Buffer[] = [];
  for (const { id, value } of rows) {
    const binding = associatedDataOf({ organizationId, table, rowId: id, field });
    const old = await unwrapKeyById(client, masters, organizationId, keyIdText(keyIdOf(value)), opened);
    sealed.push(seal(newest, keyIdBytes(key.id), binding, open(old, binding, value)));
  }
  await client.query(
    `update ${table} t set ${field} = v.value from unnest($2::uuid[], $3::bytea[]) as v (id, value)
     where t.organization_id = $1 and t.id = v.id`,
    [organizationId, rows.map(({ id }) => id), sealed],
  );
  return rows.length;
}

async function unwrapKeyById(
  client: Transaction,
  masters: MasterKeys,
  organizationId: string,
  id: string,
  opened: Map<string, Buffer>,
): Promise<Buffer> {
  const known = opened.get(id);
  if (known) return known;
  const found = await findDataKey(client, organizationId, id);
  if (!found) throw new SecretsError(`the data key ${id} is not one of ${organizationId}`);
  const bytes = unwrap(masters.find(found.masterKeyId), found);
  opened.set(id, bytes);
  return bytes;
}
