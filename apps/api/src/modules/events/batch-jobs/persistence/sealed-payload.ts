import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { Queryable } from '../../../../platform/database/index.js';
import { type AccountNumberCipher, SecretsError } from '../../../../platform/secrets/index.js';

const [compress, expand] = [promisify(gzip), promisify(gunzip)];

const fieldOf = (id: string) => `batch_jobs.payload ${id}` as const;

/** Whether there is something to seal in the rows of a batch. */
export const namesAccount = (payload: string): boolean =>
  payload.includes('"accountNumber"') || payload.includes(String.raw`\u`);

/** The rows of a batch as they are stored: any of them may name accounts. What is sealed cannot be compressed any more. */
export async function sealPayload(numbers: AccountNumberCipher, id: string, payload: string): Promise<string> {
  return numbers.sealBytes(fieldOf(id), await compress(payload));
}

/** JSON text of the array of rows. Throws `SecretsError` for one that was changed or belongs to another batch. */
export async function openPayload(numbers: AccountNumberCipher, id: string, stored: string): Promise<string> {
  // They name no account, or were stored before rows were sealed.
  if (stored.startsWith('[')) return stored;
  const bytes = numbers.openBytes(fieldOf(id), stored);
  if (!bytes) throw new SecretsError(`the rows of the batch ${id} were changed, or do not belong where they stand`);
  return (await expand(bytes)).toString();
}

/** Seals the rows of batches that have ended and were stored before rows were sealed, one after the other; how many those were. */
export async function sealStoredPayloads(
  client: Queryable,
  organizationId: string,
  numbers: AccountNumberCipher,
): Promise<number> {
  const { rows: batches } = await client.query<{ id: string }>(
    `select id from batch_jobs where organization_id = $1 and completed_at is not null and left(payload, 1) = '[' order by id`,
    [organizationId],
  );
  let sealed = 0;
  for (const { id } of batches) {
    const { rows } = await client.query<{ payload: string }>(
      'select payload from batch_jobs where organization_id = $1 and id = $2 for update',
      [organizationId, id],
    );
    const payload = rows[0]?.payload;
    if (payload == null || !namesAccount(payload)) continue;
    await client.query('update batch_jobs set payload = $3 where organization_id = $1 and id = $2', [
      organizationId,
      id,
      await sealPayload(numbers, id, payload),
    ]);
    sealed += 1;
  }
  return sealed;
}
