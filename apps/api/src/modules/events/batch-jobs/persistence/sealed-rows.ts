import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { Queryable } from '../../../../platform/database/index.js';
import type { RowPart } from '../../../../platform/files/index.js';
import { type AccountNumberCipher, SecretsError } from '../../../../platform/secrets/index.js';

const [compress, expand] = [promisify(gzip), promisify(gunzip)];

const fieldOf = (id: string, { firstItem }: RowPart) => `batch_rows.rows ${id} ${firstItem}` as const;

/** Whether the rows of a batch may contain an account number, which must be encrypted. */
export const namesAccount = (text: string): boolean =>
  text.includes('"accountNumber"') || text.includes(String.raw`\u`);

/**
 * Encrypts rows of a batch for storage, since any of them may contain account numbers. Compresses them first, because encrypted data cannot
 * be compressed.
 */
export async function sealRows(numbers: AccountNumberCipher, id: string, part: RowPart): Promise<string> {
  return numbers.sealBytes(fieldOf(id, part), await compress(part.text));
}

/** Returns the JSON text of the array of rows. Throws `SecretsError` if the rows were changed or belong to another part. */
export async function openRows(numbers: AccountNumberCipher, id: string, stored: RowPart): Promise<string> {
  // These rows contain no account number, or were stored before rows were encrypted.
  if (stored.text.startsWith('[')) return stored.text;
  const bytes = numbers.openBytes(fieldOf(id, stored), stored.text);
  if (!bytes) throw new SecretsError(`rows of the batch ${id} were changed, or do not belong where they stand`);
  return (await expand(bytes)).toString();
}

/** Encrypts, part by part, the rows of finished batches that were stored before rows were encrypted. Returns the number of parts. */
export async function sealStoredRows(
  client: Queryable,
  organizationId: string,
  numbers: AccountNumberCipher,
): Promise<number> {
  const { rows: parts } = await client.query<{ id: string; firstItem: number }>(
    `select r.batch_id as id, r.first_item as "firstItem" from batch_rows r
     join batch_jobs j on j.organization_id = r.organization_id and j.id = r.batch_id
     where r.organization_id = $1 and j.completed_at is not null and left(r.rows, 1) = '[' order by r.batch_id, r.first_item`,
    [organizationId],
  );
  let sealed = 0;
  for (const { id, firstItem } of parts) {
    const of = [organizationId, id, firstItem];
    const isPart = 'organization_id = $1 and batch_id = $2 and first_item = $3';
    const { rows } = await client.query<{ text: string }>(
      `select rows as text from batch_rows where ${isPart} for update`,
      of,
    );
    const text = rows[0]?.text;
    if (text === undefined || !namesAccount(text)) continue;
    const sealedText = await sealRows(numbers, id, { firstItem, text });
    await client.query(`update batch_rows set rows = $4 where ${isPart}`, [...of, sealedText]);
    sealed += 1;
  }
  return sealed;
}
